import HTTPServing
import JSONText

/// Parameters that are added to the address that a browser is led to, in the order of their names.
struct RedirectParameters: Sendable, Hashable {
    private var values: [String: String]

    init(_ values: [String: String]) {
        self.values = values
    }

    /// The answer to a sign-in, for a fragment. `sb` tells clients that the address comes from this service.
    init(tokens answer: JSONObject) {
        values = ["sb": ""]
        for name in ["access_token", "refresh_token", "token_type", "expires_in", "expires_at"] {
            values[name] = answer[name].map { $0.string ?? $0.text } ?? ""
        }
    }

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// As a form is encoded.
    var encoded: String {
        values.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
            .map { "\(Self.formEncoded($0.key))=\(Self.formEncoded($0.value))" }.joined(separator: "&")
    }

    /// Letters, digits and `-._~` stay, a blank becomes `+`.
    static func formEncoded(_ text: String) -> String {
        PercentEncoding.encode(text.utf8) { PercentEncoding.isUnreserved($0) || $0 == 0x20 }.replacing(" ", with: "+")
    }

    /// The address with the parameters in its query, sorted among those that it has; of two with one name ours counts. A fragment
    /// stays.
    func inQuery(of address: String) -> String {
        let parts = AddressParts(address)
        var pairs = QueryPairs(parts.query).pairs.compactMap { pair -> (String, String)? in
            let name = String(decoding: pair.key, as: UTF8.self)
            guard values[name] == nil, !(name.isEmpty && pair.value == nil) else { return nil }
            return (name, String(decoding: pair.value ?? [], as: UTF8.self))
        }
        pairs += values.map { ($0.key, $0.value) }
        // A stable order: repeated names keep theirs.
        let sorted = pairs.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
        let query = sorted.map { "\(Self.formEncoded($0.0))=\(Self.formEncoded($0.1))" }.joined(separator: "&")
        return parts.base + "?" + query + parts.fragment
    }

    /// The address with the parameters, and the mark of the service, in place of its fragment. What form encoding writes as `%XX`
    /// is encoded a second time, as the real service does; clients read the query first.
    func inFragment(of address: String) -> String {
        var marked = self
        marked["sb"] = ""
        return address.prefix { $0 != "#" } + "#" + marked.encoded.replacing("%", with: "%25")
    }
}

/// An address in three parts.
private struct AddressParts {
    var base: String
    var query: String
    /// With its `#`.
    var fragment: String

    init(_ address: String) {
        let bare = address.prefix { $0 != "#" }
        fragment = String(address[bare.endIndex...])
        let path = bare.prefix { $0 != "?" }
        base = String(path)
        query = String(bare[path.endIndex...].dropFirst())
    }
}

extension RedirectTarget {
    /// Where a browser is led when something went wrong.
    ///
    /// - Parameter inQuery: whether the error stands in the query, too, as clients expect that wait for a code.
    func failure(_ error: AuthError, inQuery: Bool) -> String {
        let parameters = error.redirectParameters
        return parameters.inFragment(of: inQuery ? parameters.inQuery(of: url) : url)
    }
}

extension AuthError {
    /// The error as a browser brings it to the application.
    var redirectParameters: RedirectParameters {
        let (status, code, message) = summary
        var parameters = RedirectParameters(["error_code": code, "error_description": message])
        parameters["error"] =
            switch status {
            case 400: "invalid_request"
            case 401: "unauthorized_client"
            case 403: "access_denied"
            case 500: "server_error"
            case 503: "temporarily_unavailable"
            default: nil
            }
        return parameters
    }

    private var summary: (status: Int, code: String, message: String) {
        switch kind {
        case .ordinary(let status, let code, let message): (status, code, message)
        case .unforeseen: (500, "unexpected_failure", Self.unforeseenMessage)
        case .weakPassword(let message, _): (422, "weak_password", message)
        case .oauth(let error, let description): (400, error, description)
        }
    }
}
