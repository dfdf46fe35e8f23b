import Foundation

/// A complete request to the database, ready to be sent. Request builders make it.
///
/// It holds the API key but no access token: that is taken from the session when the request is sent.
public struct SupabaseDBRequest: SNMRequestConvertible {
    /// What the request does.
    public let task: SupabaseDBTask
    /// Method, path and query.
    public let endpoint: Endpoint
    /// Header and body.
    public let requestType: SNMRequestType

    init(task: SupabaseDBTask, endpoint: Endpoint, requestType: SNMRequestType) {
        self.task = task
        self.endpoint = endpoint
        self.requestType = requestType
    }

    /// The same request on behalf of the token's bearer.
    func authorized(by authorization: String?) -> Self {
        guard let authorization else { return self }
        return Self(task: task, endpoint: endpoint, requestType: requestType.adding("Authorization", authorization))
    }
}

/// How rows become JSON: as PostgreSQL reads the types, so that a value in a body and the same value in a condition agree.
enum DatabaseBody {
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONBody.encoder()
        encoder.dataEncodingStrategy = .custom { data, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Bytea.text(of: data))
        }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try encoder.encode(value)
    }
}
