/// Sends requests. ``SNMNetworkProvider`` does it over the network; a test may pass another.
public protocol NetworkProvider: Sendable {
    /// Sends the request and returns the answer if it is a success.
    func request(with request: any SNMRequestConvertible) async throws -> SNMNetworkResponse
}
