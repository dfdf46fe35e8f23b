import HTTPServing
import JSONText
import PostgresLink

/// GET /admin/users: everybody, page by page.
extension AuthResponder {
    func listUsers(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let page = try Page(request)
        let isAscending = try Self.isAscending(request[parameter: "sort"])
        let filter = request[parameter: "filter"].replacing("\0", with: "")
        let results = try await database.run([
            UserQuery.count(filter, audience: request.audience),
            UserQuery.list(filter, audience: request.audience, isAscending: isAscending, page),
        ])
        let users = (results[1].json?.array ?? []).compactMap { $0.object.map { User($0).json } }
        return Response(
            Status(200), headers: page.headers(request, total: results[0].json?.int ?? 0),
            body: .json(["users": .array(users), "aud": .string(request.audience)]))
    }

    /// The newest come first, unless the oldest are asked for.
    private static func isAscending(_ text: String) throws(AuthError) -> Bool {
        let words = text.split(separator: " ").map(String.init)
        guard let field = words.first else { return false }
        guard field == "created_at" else { throw .validation("Bad Sort Parameters: bad field for sort '\(field)'") }
        guard words.count > 1 else { return false }
        let direction = words[1...].joined(separator: " ")
        switch direction.lowercased() {
        case "asc": return true
        case "desc": return false
        default:
            throw .validation("Bad Sort Parameters: bad direction for sort '\(direction)', only 'asc' and 'desc' allowed")
        }
    }
}

extension UserQuery {
    static func count(_ filter: String, audience: String) -> SQL {
        "SELECT to_json(count(*)) FROM auth.users u WHERE \(matches(filter, audience: audience))"
    }

    static func list(_ filter: String, audience: String, isAscending: Bool, _ page: Page) -> SQL {
        let order: SQL = isAscending ? "ASC" : "DESC"
        let rows = """
            \(matches(filter, audience: audience)) ORDER BY u.created_at \(order), u.id
            LIMIT \(parameter: String(page.size))::bigint OFFSET \(parameter: String(page.offset))::bigint
            """ as SQL
        return "SELECT coalesce(json_agg(l.r), '[]') FROM (\(selectAll(where: rows))) l"
    }

    /// A part of the address, or of the full name in any case.
    private static func matches(_ filter: String, audience: String) -> SQL {
        let own = "u.aud = \(parameter: audience) AND \(isOfThisInstance("u"))" as SQL
        guard !filter.isEmpty else { return own }
        let pattern = "'%' || \(parameter: filter) || '%'" as SQL
        return "\(own) AND (u.email LIKE \(pattern) OR u.raw_user_meta_data ->> 'full_name' ILIKE \(pattern))"
    }
}
