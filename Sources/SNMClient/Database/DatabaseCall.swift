import Foundation

/// A request to the database by its HTTP shape. The typed builders and the erased one both end here, so that nothing is written twice.
struct DatabaseCall: Sendable {
    var task: SupabaseDBTask
    var method: HTTPMethod
    /// A table or view; for a call the function.
    var name: String
    var schema: String?
    var parameters: [PlacedParameter] = []
    /// Arguments of a call by GET.
    var arguments: [Endpoint.QueryPair] = []
    var body: Data?
    var accept = "application/json"
    var preferences: [String] = []

    func request(to config: SupabaseConfig) throws -> SupabaseDBRequest {
        let endpoint = Endpoint(baseURL: config.baseURL, path: try path(), method: method, query: arguments + (try query()))
        let requestType: SNMRequestType =
            if let body, method.allowsBody, method != .delete {
                .compositePlain(header: header(config), body: body)
            } else {
                .header(with: header(config))
            }
        return SupabaseDBRequest(task: task, endpoint: endpoint, requestType: requestType)
    }

    private func path() throws(SupabaseDBError) -> String {
        // A slash or a segment of dots would lead to another resource.
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
            throw .invalidTable(name)
        }
        return task == .rpc ? "rest/v1/rpc/" + name : "rest/v1/" + name
    }

    private func query() throws(SupabaseDBError) -> [Endpoint.QueryPair] {
        for argument in arguments where argument.key.utf8.contains(0) || argument.value.utf8.contains(0) {
            throw .nulCharacter(key: argument.key)
        }
        var pairs: [Endpoint.QueryPair] = []
        pairs.reserveCapacity(parameters.count)
        for placed in parameters {
            try placed.parameter.validate()
            let pair = placed.pair
            if pair.key.utf8.contains(0) || pair.value.utf8.contains(0) { throw .nulCharacter(key: pair.key) }
            if placed.parameter.addsUp, let index = pairs.firstIndex(where: { $0.key == pair.key }) {
                pairs[index].value += "," + pair.value
            } else {
                pairs.append(pair)
            }
        }
        return pairs
    }

    private func header(_ config: SupabaseConfig) -> [String: String] {
        var header = ["apikey": config.apiKey, "Accept": accept]
        if body != nil || method.allowsBody && method != .delete { header["Content-Type"] = "application/json" }
        if let schema { header[method == .get || method == .head ? "Accept-Profile" : "Content-Profile"] = schema }
        if !preferences.isEmpty { header["Prefer"] = preferences.joined(separator: ", ") }
        return header
    }
}
