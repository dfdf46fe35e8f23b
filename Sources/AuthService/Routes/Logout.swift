import HTTPServing
import PostgresLink

/// POST /logout: ends sessions. Access tokens of theirs stay good elsewhere until they expire.
extension AuthResponder {
    private enum Scope: String {
        case global, local, others
    }

    func logOut(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        let text = request[parameter: "scope"]
        guard let scope = text.isEmpty ? .global : Scope(rawValue: text) else {
            throw AuthError.validation("Unsupported logout scope \"\(text)\"")
        }
        let user = "user_id = \(parameter: caller.user.id)::uuid" as SQL
        let condition: SQL =
            switch (scope, caller.sessionID) {
            case (.local, let id?): "\(user) AND id = \(parameter: id)::uuid"
            case (.others, let id?): "\(user) AND id <> \(parameter: id)::uuid"
            case (.global, _), (_, nil): user
            }
        _ = try await database.run(["DELETE FROM auth.sessions WHERE \(condition)", AuditEntry.insert(.logout, by: caller.user)])
        return Response(Status(204))
    }
}
