import HTTPServing
import JSONText
import PostgresLink

/// `/admin/users/{id}/factors`: the second factors of a user, for administrators.
extension AuthResponder {
    func listFactors(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let user = try await namedUser(request)
        return Response(
            Status(200), headers: Headers([("Content-Type", "application/json")]),
            body: .bytes(JSON.array(user.factors).serialized()))
    }

    func removeFactor(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let (user, factor) = try await namedFactor(request)
        _ = try await database.run(
            factor.removal + [AuditEntry.insert(.factorDeleted, by: administrator, to: user)])
        return .json(factor.json)
    }

    func changeFactor(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let (user, factor) = try await namedFactor(request)
        let fields = try request.body.fields()
        let name = try fields.text("friendly_name")
        let phoneText = try fields.text("phone")
        let phone: String? = phoneText.isEmpty ? nil : try Contact(phone: phoneText).text
        let results = try await saving("Database error updating factor") {
            try await database.run([
                """
                UPDATE auth.mfa_factors SET friendly_name = coalesce(\(parameter: name.isEmpty ? nil : name), friendly_name),
                    phone = coalesce(\(parameter: factor.kind == .phone ? phone : nil), phone), updated_at = now()
                WHERE id = \(parameter: factor.id)::uuid
                """,
                AuditEntry.insert(.factorUpdated, by: administrator, to: user), UserQuery.byID(user.id),
            ])
        }
        guard let changed = results.last?.user?.factor(factor.id) else { throw AuthError.factorNotFound }
        return .json(changed.json)
    }

    private func namedFactor(_ request: AuthRequest) async throws -> (User, Factor) {
        let user = try await namedUser(request)
        guard request.ids.count > 1, UUIDText.isValid(request.ids[1]) else {
            throw AuthError.validation("factor_id must be an UUID", status: 404)
        }
        guard let factor = user.factor(request.ids[1]) else { throw AuthError.factorNotFound }
        return (user, factor)
    }
}
