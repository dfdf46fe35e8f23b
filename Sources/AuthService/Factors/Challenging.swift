import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /factors/{id}/challenge: a question that a code answers within five minutes. A phone is sent its code.
extension AuthResponder {
    func challenge(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        _ = try Self.checkedSession(caller)
        let factor = try Self.namedFactor(request, caller)
        try factor.kind.checkVerifying(settings)
        guard factor.kind != .webAuthn else { throw AuthError.notEmulated }
        if factor.kind == .phone, !request.body.bytes.isEmpty { try settings.checkChannel(request.body.fields().text("channel")) }
        let id = Random.uuid()
        let now = Int(WallClock.seconds())
        try await database.transaction { transaction in
            let user = try await found(transaction, caller.user.id)
            var code: OneTimeCode?
            if factor.kind == .phone {
                try await checkGap(transaction, factor)
                code = phoneCode(factor)
            }
            // The time of the last challenge is unique in the table, and so it is the moment, not the transaction's beginning.
            try await transaction.run([
                """
                INSERT INTO auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code)
                VALUES (\(parameter: id)::uuid, \(parameter: factor.id)::uuid, now(), \(parameter: request.client.addressOrNone)::inet,
                    \(parameter: code?.hash))
                """,
                """
                UPDATE auth.mfa_factors SET last_challenged_at = clock_timestamp(), updated_at = now()
                WHERE id = \(parameter: factor.id)::uuid
                """,
                AuditEntry.insert(
                    .challengeCreated, by: user, ["factor_id": .string(factor.id), "factor_status": factor.json["status"] ?? ""]),
            ])
            if let code, settings.testCode(factor.phone) == nil {
                try await deliver(
                    transaction,
                    .sms(to: factor.phone, code, user: user, template: settings.factors.phone.template, settings: settings))
            }
        }
        return .json([
            "id": .string(id), "type": .string(factor.kind.rawValue), "expires_at": .number(String(now + Limits.challengeLife)),
        ])
    }

    private func phoneCode(_ factor: Factor) -> OneTimeCode {
        if let fixed = settings.testCode(factor.phone) { return OneTimeCode(fixed, for: factor.phone, isBound: false) }
        return .random(for: factor.phone, length: settings.factors.phone.codeLength, isBound: false)
    }

    nonisolated(nonsending)
        private func checkGap(_ transaction: AuthTransaction, _ factor: Factor) async throws
    {
        let since = try await transaction.run([
            """
            SELECT to_json(extract(epoch FROM now() - last_challenged_at)) FROM auth.mfa_factors
            WHERE id = \(parameter: factor.id)::uuid AND last_challenged_at IS NOT NULL
            """
        ]).first?.json
        let gap = settings.factors.phone.minimumGap
        guard case .number(let text)? = since, let seconds = Double(text), seconds < gap else { return }
        throw AuthError.tooSoon(.phone, seconds: Int(min(gap - seconds, 1e9)))
    }
}

extension Client {
    /// The column takes no null.
    var addressOrNone: String { address ?? "0.0.0.0" }
}

/// A challenge with what is needed to judge an answer to it.
struct FactorChallenge: Sendable {
    let isUsed: Bool
    let isExpired: Bool
    let isFromSameAddress: Bool
    /// The factor's, in base 32.
    let secret: String
    /// Of the code that a phone was sent.
    let codeHash: String

    init(_ row: JSON) {
        isUsed = row["used"]?.bool ?? true
        isExpired = row["expired"]?.bool ?? true
        isFromSameAddress = row["same_address"]?.bool ?? false
        secret = row["secret"]?.string ?? ""
        codeHash = row["otp_code"]?.string ?? ""
    }

    static func query(_ id: String, of factor: Factor, _ client: Client) -> SQL {
        """
        SELECT json_build_object(
            'used', c.verified_at IS NOT NULL,
            'expired', c.created_at + make_interval(secs => \(parameter: String(Limits.challengeLife))::double precision) < now(),
            'same_address', c.ip_address = \(parameter: client.addressOrNone)::inet, 'secret', f.secret, 'otp_code', c.otp_code)
        FROM auth.mfa_challenges c JOIN auth.mfa_factors f ON f.id = c.factor_id
        WHERE c.id = \(parameter: id)::uuid AND c.factor_id = \(parameter: factor.id)::uuid
        """
    }

    func accepts(_ code: String, for factor: Factor) -> Bool {
        switch factor.kind {
        case .totp: return TOTP(secret: secret).accepts(code, at: WallClock.seconds())
        case .phone:
            let hash = OneTimeCode(code, for: factor.phone, isBound: false).hash
            return !codeHash.isEmpty && Array(hash.utf8).equalsInConstantTime(Array(codeHash.utf8))
        case .webAuthn: return false
        }
    }
}
