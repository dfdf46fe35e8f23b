import HTTPServing
import JSONText
import PostgresLink

/// GET /admin/audit: what was noted, the newest first.
extension AuthResponder {
    func listAudit(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let page = try Page(request)
        let condition = try Self.condition(request[parameter: "query"].replacing("\0", with: ""))
        let results = try await database.run([
            "SELECT to_json(count(*)) FROM auth.audit_log_entries a WHERE \(condition)",
            """
            SELECT coalesce(json_agg(r), '[]') FROM (
                SELECT a.id, a.payload, \(UserQuery.time("a.created_at")) AS created_at, a.ip_address
                FROM auth.audit_log_entries a WHERE \(condition) ORDER BY a.created_at DESC, a.id
                LIMIT \(parameter: String(page.size))::bigint OFFSET \(parameter: String(page.offset))::bigint) r
            """,
        ])
        return Response(
            Status(200), headers: page.headers(request, total: results[0].json?.int ?? 0),
            body: .bytes((results[1].json ?? []).serialized()))
    }

    /// `author:`, `action:` or `type:`, and a part of it in any case.
    private static func condition(_ query: String) throws(AuthError) -> SQL {
        guard !query.isEmpty else { return "true" }
        let parts = query.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw .validation("Invalid query scope: \(query)") }
        let pattern = "'%' || \(parameter: parts[1]) || '%'" as SQL
        switch parts[0] {
        case "author":
            return "(a.payload ->> 'actor_username' ILIKE \(pattern) OR a.payload ->> 'actor_name' ILIKE \(pattern))"
        case "action": return "a.payload ->> 'action' ILIKE \(pattern)"
        case "type": return "a.payload ->> 'log_type' ILIKE \(pattern)"
        default: throw .validation("Invalid query scope: \(query)")
        }
    }
}
