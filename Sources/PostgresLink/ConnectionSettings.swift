internal import Sockets

/// Where the database is, who we are there, and how a session begins.
///
///     var settings = try ConnectionSettings(uri: "postgresql://authenticator@127.0.0.1:54322/postgres")
///     settings.applicationName = "mock-postgrest"
package struct ConnectionSettings: Sendable, Hashable {
    /// libpq's connection parameters, such as `host`, `dbname`, `sslmode`.
    private var keywords: [String: String]
    private var unusable: DatabaseError?

    /// Whether statements are prepared on the server and kept by their text. Off behind PgBouncer in transaction mode.
    package var preparedStatements = true
    /// Run once at the beginning of each session, in one implicit transaction.
    package var initialStatements: [SQL] = []
    /// How long an attempt to connect may take, all addresses together; libpq's `connect_timeout` comes first.
    package var connectTimeout: Duration = Limits.connectTimeout

    /// Reads a URI, or keywords and values (`host=/tmp dbname=app`), as libpq does.
    package init(uri: String) throws(DatabaseError) {
        keywords = try LibpqConnection.parameters(of: uri)
    }

    package init(keywords: [String: String] = [:]) {
        self.keywords = keywords
    }

    /// Settings by which every attempt to connect fails with this error: for a server that keeps trying.
    package init(unusable error: DatabaseError) {
        keywords = [:]
        unusable = error
    }

    package subscript(keyword: String) -> String? {
        get { keywords[keyword] }
        set { keywords[keyword] = newValue }
    }

    package var applicationName: String? {
        get { self["application_name"] }
        set { self["application_name"] = newValue }
    }

    var attemptTimeout: Duration {
        guard let seconds = self["connect_timeout"].flatMap({ UInt32($0) }), seconds > 0 else { return connectTimeout }
        return .seconds(Int64(seconds))
    }
}

extension ConnectionSettings {
    /// What libpq is given: with addresses in place of host names, because it would block while it looks them up.
    nonisolated(nonsending)
        func resolved() async throws -> [String: String]
    {
        if let unusable { throw unusable }
        var complete = keywords
        // Text travels as UTF-8 in both directions.
        complete["client_encoding"] = "UTF8"
        // Kerberos blocks, and costs a round trip where there is none.
        complete["gssencmode"] = complete["gssencmode"] ?? "disable"
        complete["fallback_application_name"] = complete["fallback_application_name"] ?? "mock-postgrest"

        let defaults = complete["host"] == nil || complete["port"] == nil ? LibpqConnection.defaultParameters() : [:]
        let host = complete["host"] ?? defaults["host"]
        let ports = complete["port"] ?? defaults["port"]
        guard let host, complete["hostaddr"] ?? defaults["hostaddr"] == nil else { return complete }

        var candidates = HostCandidates(hosts: host, ports: ports ?? "")
        guard candidates.needsResolver else { return complete }
        let unresolved = candidates
        candidates = try await Offload.shared.get().run { () throws(DatabaseError) in try unresolved.resolved() }
        complete["host"] = candidates.list.map(\.host).joined(separator: ",")
        complete["port"] = candidates.list.map(\.port).joined(separator: ",")
        complete["hostaddr"] = candidates.list.map(\.address).joined(separator: ",")
        return complete
    }
}

/// libpq's parallel lists of hosts, ports and addresses, entry by entry.
struct HostCandidates: Sendable, Hashable {
    struct Candidate: Sendable, Hashable {
        var host: String
        var port: String
        var address: String
    }

    var list: [Candidate]

    init(hosts: String, ports: String) {
        let hosts = hosts.split(separator: ",", omittingEmptySubsequences: false)
        let ports = ports.split(separator: ",", omittingEmptySubsequences: false)
        list = hosts.enumerated().map { index, host in
            // One port serves all hosts; a wrong number of ports is for libpq to report.
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            return Candidate(host: String(host), port: String(port), address: "")
        }
    }

    var needsResolver: Bool { list.contains { Self.isName($0.host) } }

    /// Neither a folder of sockets, an abstract socket, nor the default.
    private static func isName(_ host: String) -> Bool {
        !(host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@"))
    }

    /// One entry for each address of each host. It blocks.
    func resolved() throws(DatabaseError) -> HostCandidates {
        var copy = self
        copy.list = []
        var failure: ResolutionError?
        for candidate in list {
            guard Self.isName(candidate.host) else {
                copy.list.append(candidate)
                continue
            }
            do throws(ResolutionError) {
                for address in try Address.resolve(candidate.host, port: 0) {
                    // A name may have an entry for each kind of socket.
                    let next = Candidate(host: candidate.host, port: candidate.port, address: address.host)
                    if copy.list.last != next { copy.list.append(next) }
                }
            } catch {
                failure = error
            }
        }
        if copy.list.isEmpty, let failure {
            throw .connection("could not translate host name \"\(failure.host)\" to address: \(failure.reason)")
        }
        return copy
    }
}

extension Offload {
    /// Two threads for what libpq cannot do without blocking: names and cancel requests.
    static let shared = Result { () throws(SystemError) in try Offload(threads: 2) }
}
