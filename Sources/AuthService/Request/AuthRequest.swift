import HTTPServing

/// A request with what every endpoint may want to know of it.
struct AuthRequest: Sendable {
    let headers: Headers
    let body: AuthBody
    let client: Client
    /// Whose users are meant: the `aud` that accounts are found by.
    var audience: String { namedAudience ?? Self.defaultAudience }
    /// The audience that a header names.
    let namedAudience: String?
    /// What the path has in place of names, such as a user's id.
    var ids: [String] = []
    /// The path as it came, and the query.
    let path: String
    let queryText: String
    private let query: QueryPairs
    private let form: QueryPairs?

    init(_ request: Request, _ settings: AuthSettings) async throws {
        headers = request.headers
        do {
            body = AuthBody(bytes: try await request.body.collected(upTo: Limits.bodyBytes))
        } catch is BodyTooLarge {
            throw AuthError.bodyTooLarge
        }
        query = QueryPairs(request.target.query)
        let isForm = headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
        form = isForm ? QueryPairs(bytes: body.bytes) : nil
        client = Client(headers, peer: request.peer)
        namedAudience = headers["X-JWT-AUD"].flatMap { $0.isEmpty ? nil : $0 }
        path = request.target.path
        queryText = request.target.query ?? ""
    }

    static let defaultAudience = "authenticated"

    /// A parameter of the query, or else of a form; "" when there is none.
    subscript(parameter name: String) -> String {
        query[name] ?? form?[name] ?? ""
    }
}

/// Who is asking, as far as sessions record it.
struct Client: Sendable, Hashable {
    var userAgent: String?
    var address: String?

    /// Who asks, for hooks, which are told so wherever they are called.
    @TaskLocal static var current = Client()

    init(userAgent: String? = nil, address: String? = nil) {
        self.userAgent = userAgent
        self.address = address
    }

    init(_ headers: Headers, peer: String?) {
        userAgent = headers["User-Agent"].map { $0.replacing("\0", with: "") }
        let forwarded = headers["X-Forwarded-For"]?.split(separator: ",").map { String($0).trimmingBlanks } ?? []
        address = (forwarded + [peer].compactMap { $0 }).first(where: IPAddress.isValid)
    }
}
