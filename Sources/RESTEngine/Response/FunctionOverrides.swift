internal import JSONText

/// Status and headers that a function set through `response.status` and `response.headers` (rest.md 9.7).
struct FunctionOverrides {
    var status: Int?
    var headers: [(name: String, value: String)] = []

    init(status: String?, headers: String?) throws(RESTError) {
        if let status { self.status = try Self.status(status) }
        if let headers { self.headers = try Self.headers(headers) }
    }

    /// The digits at the start; what follows is ignored.
    private static func status(_ text: String) throws(RESTError) -> Int {
        guard let code = Int(text.prefix { $0.isASCII && $0.isNumber }) else { throw .invalidResponseStatus }
        return code
    }

    private static func headers(_ text: String) throws(RESTError) -> [(name: String, value: String)] {
        guard let objects = (try? JSON(text: text))?.array else { throw .invalidResponseHeaders }
        var headers: [(name: String, value: String)] = []
        for object in objects {
            // Of a repeated key the first counts.
            guard let members = object.object?.members, let first = members.first, let value = first.value.string,
                members.allSatisfy({ $0.name.utf8.elementsEqual(first.name.utf8) })
            else { throw .invalidResponseHeaders }
            headers.append((first.name, value))
        }
        return headers
    }
}

extension RESTError {
    static let invalidResponseStatus = Self(500, "PGRST112", "response.status guc must be a valid status code")
    static let invalidResponseHeaders = Self(
        500, "PGRST111", "response.headers guc must be a JSON array composed of objects with a single key and a string value")
}
