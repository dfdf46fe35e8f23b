import RESTEngine
import Sockets

/// An address that `server-host` allows, and how to listen there.
struct ListenCandidate: Hashable {
    var address: Address
    /// `[::]` that takes IPv4, too.
    var takesBothFamilies = false

    /// The addresses of a host in the order in which they are tried. `*`, `*4` and `*6` are every interface, `!4` and `!6` every
    /// one of that family alone. It blocks where the host is a name.
    static func all(host: String, port: UInt16) throws(ResolutionError) -> [ListenCandidate] {
        let ipv4 = ListenCandidate(address: .ipv4(0, port: port))
        let anyIPv6 = Address.ipv6(.init(high: 0, low: 0), port: port)
        let both = ListenCandidate(address: anyIPv6, takesBothFamilies: true)
        switch host {
        case "*", "*6": return [both, ipv4]
        case "*4": return [ipv4, both]
        case "!4": return [ipv4]
        case "!6": return [ListenCandidate(address: anyIPv6)]
        default:
            if let address = Address(host: host, port: port) { return [ListenCandidate(address: address)] }
            return try Address.resolve(host, port: port).map { ListenCandidate(address: $0) }
        }
    }
}
