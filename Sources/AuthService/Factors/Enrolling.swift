import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /factors and DELETE /factors/{id}: second factors come and go.
extension AuthResponder {
    func enroll(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        let session = try Self.checkedSession(caller)
        let form = try EnrollForm(request.body.fields())
        try form.kind.checkEnrolling(settings)
        let id = Random.uuid()
        var answer: JSONObject = ["id": .string(id), "type": .string(form.kind.rawValue), "friendly_name": .string(form.name)]
        let phone = try form.checkedPhone()
        var secret: String?
        switch form.kind {
        case .totp: break
        case .phone: answer.set("phone", .string(form.phone))
        case .webAuthn: throw AuthError.notEmulated
        }
        let totp = TOTP.random()
        try await saving("Database error saving factor") {
            try await database.transaction { transaction in
                let user = try await found(transaction, caller.user.id)
                try await checkRoom(transaction, user, form, phone, session)
                if form.kind == .totp {
                    answer.set("totp", .object(try Self.instructions(totp, form.issuer, user, settings)))
                    secret = totp.secret
                }
                try await transaction.run([
                    """
                    INSERT INTO auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
                    VALUES (\(parameter: id)::uuid, \(parameter: user.id)::uuid, \(parameter: form.name),
                        \(parameter: form.kind.rawValue)::auth.factor_type, 'unverified', now(), now(), \(parameter: secret),
                        \(parameter: phone))
                    """,
                    AuditEntry.insert(.factorInProgress, by: user, ["factor_id": .string(id)]),
                ])
            }
        }
        return .json(answer)
    }

    private static func instructions(
        _ totp: TOTP, _ issuer: String, _ user: User, _ settings: AuthSettings
    ) throws(AuthError) -> JSONObject {
        let failure = AuthError.unexpected("Error generating QR Code")
        guard !user.email.isEmpty else { throw failure }
        let uri = totp.uri(issuer: issuer.isEmpty ? settings.siteAuthority : issuer, account: user.email)
        guard let picture = QRCode.svg(uri) else { throw failure }
        return ["qr_code": .string(picture), "secret": .string(totp.secret), "uri": .string(uri)]
    }

    /// Whether there may be one factor more; those that were begun and left make room.
    nonisolated(nonsending)
        private func checkRoom(
            _ transaction: AuthTransaction, _ user: User, _ form: EnrollForm, _ phone: String?, _ session: CallerSession
        ) async throws
    {
        let life = "make_interval(secs => \(parameter: String(Limits.factorLife))::double precision)" as SQL
        let same = "user_id = \(parameter: user.id)::uuid AND phone = \(parameter: phone)" as SQL
        let results = try await transaction.run([
            """
            DELETE FROM auth.mfa_factors f WHERE f.status = 'unverified' AND f.created_at < now() - \(life)
                AND NOT EXISTS (SELECT FROM auth.mfa_challenges c WHERE c.factor_id = f.id)
            """,
            "SELECT to_json(EXISTS (SELECT FROM auth.mfa_factors WHERE \(same) AND status = 'verified'))",
            "DELETE FROM auth.mfa_factors WHERE \(same) AND status = 'unverified'", UserQuery.byID(user.id),
        ])
        if phone != nil, results[1].json != false {
            throw AuthError(
                422, "mfa_verified_factor_exists", "A verified phone factor already exists, unenroll the existing factor to continue")
        }
        let factors = (results[3].user?.factors ?? []).compactMap { Factor($0) }
        guard !factors.contains(where: { $0.name == form.name }) else {
            throw AuthError(
                422, "mfa_factor_name_conflict", "A factor with the friendly name \"\(form.name)\" for this user already exists")
        }
        let verified = factors.count(where: \.isVerified)
        guard factors.count < settings.factors.maximumCount, verified < Limits.verifiedFactors else {
            throw AuthError(
                422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue")
        }
        guard verified == 0 || session.level == .two else {
            throw AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor")
        }
    }

    func unenroll(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        let session = try Self.checkedSession(caller)
        let factor = try Self.namedFactor(request, caller)
        guard !factor.isVerified || session.level == .two else {
            throw AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor")
        }
        try await database.transaction { transaction in
            let user = try await found(transaction, caller.user.id)
            let traits: JSONObject = ["factor_id": .string(factor.id), "session_id": .string(session.id)]
            try await transaction.run(factor.removal + [AuditEntry.insert(.factorUnenrolled, by: user, traits)])
            if factor.isVerified {
                try await notify(transaction, .mfaFactorUnenrolled, to: user.email, user: user, .init(factorType: factor.kind.rawValue))
            }
        }
        return .json(["id": .string(factor.id)])
    }

    /// Who is nobody in particular has nothing to protect; and a factor raises a session.
    static func checkedSession(_ caller: AuthenticatedUser) throws(AuthError) -> CallerSession {
        guard !caller.user.isAnonymous else {
            throw AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions")
        }
        guard let session = caller.session else {
            throw .unexpected("A valid session and a registered user are required to enroll a factor")
        }
        return session
    }

    /// The user's own factor that the path names.
    static func namedFactor(_ request: AuthRequest, _ caller: AuthenticatedUser) throws(AuthError) -> Factor {
        guard let id = request.ids.first, UUIDText.isValid(id) else { throw .validation("factor_id must be an UUID", status: 404) }
        guard let factor = caller.user.factor(id) else { throw .factorNotFound }
        return factor
    }
}

private struct EnrollForm: Sendable {
    let kind: Factor.Kind
    let name: String
    let issuer: String
    /// As it was typed.
    let phone: String

    init(_ fields: AuthBody.Fields) throws(AuthError) {
        let kind = try Factor.Kind(rawValue: fields.text("factor_type"))
        name = try fields.text("friendly_name")
        issuer = try fields.text("issuer")
        phone = try fields.text("phone")
        guard let kind else { throw .validation("factor_type needs to be totp, phone, or webauthn") }
        self.kind = kind
    }

    /// Nil where none belongs to the factor.
    func checkedPhone() throws(AuthError) -> String? {
        guard kind == .phone else { return nil }
        guard !phone.isEmpty else { throw .validation("Phone number required to enroll Phone factor") }
        return try Contact(phone: phone).text
    }
}

extension AuthSettings {
    /// Host and port of the site.
    fileprivate var siteAuthority: String {
        guard let start = siteURL.firstRange(of: "://") else { return siteURL }
        return String(siteURL[start.upperBound...].prefix { !"/?#".contains($0) })
    }
}
