import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /token?grant_type=id_token: signs in whom a provider vouches for.
extension AuthResponder {
    func grantIDToken(_ request: AuthRequest) async throws -> Response {
        let form = try IDTokenForm(request.body.fields())
        if form.linksIdentity, request.headers["Authorization"] == nil {
            throw AuthError.invalidIDToken("Linking requires a valid user access token in Authorization")
        }
        let caller = form.linksIdentity ? try await authenticate(request) : nil
        let profile = try profile(form)
        let redirect = RedirectTarget(request, settings)
        let resolved = try await saving {
            try await database.transaction { transaction in
                if let caller { return try await link(transaction, profile, to: caller.user.id, redirect) }
                return try await resolve(transaction, profile, request, redirect: redirect)
            }
        }
        switch resolved {
        case .refused(let error): throw error
        case .signedIn(let found, let isNew):
            let note = AuditEntry.insert(.login, by: found, provider: profile.provider)
            return .json(
                try await signIn(request, found, .oauth, notes: [note]) { isNew ? $0.withoutConfirmationTime() : $0 })
        }
    }

    /// Checks the token in the order of the real service.
    private func profile(_ form: IDTokenForm) throws(AuthError) -> ExternalProfile {
        let named = IDTokens.unverifiedIssuer(of: form.token)
        if form.provider == IDTokens.Issuer.apple.provider {
            guard let named else { throw .validation("Unable to detect issuer in ID token for Apple provider") }
            guard IDTokens.Issuer.apple.isCalled(named) else {
                throw .validation("Detected ID token issuer is not an Apple ID token issuer")
            }
        } else if form.provider == IDTokens.Issuer.azure.provider, named == nil {
            throw .validation("Unable to detect issuer in ID token for Azure provider")
        }
        let known = IDTokens.Issuer.all.first {
            form.provider.isEmpty ? $0.isCalled(form.issuer) : $0.provider == form.provider
        }
        guard let issuer = known else { throw .validation("Custom OIDC provider \"\(form.provider)\" not allowed") }
        guard let provider = settings.provider(issuer.provider) else {
            let name = issuer == .apple || issuer == .azure ? named ?? issuer.names[0] : issuer.names[0]
            throw AuthError(400, "provider_disabled", "Provider (issuer \"\(name)\") is not enabled")
        }
        guard form.issuer.isEmpty || named == nil || named == form.issuer else {
            throw .validation("Provided issuer does not match ID token issuer")
        }
        guard let claims = idTokens.claims(of: form.token, issuer: issuer, now: WallClock.seconds()) else {
            throw .invalidIDToken("Bad ID token")
        }
        guard let subject = claims["sub"]?.string, !subject.isEmpty, !subject.utf8.contains(0) else {
            throw .invalidIDToken("Missing sub claim in id_token")
        }
        let audiences = claims["aud"]?.string.map { [$0] } ?? claims["aud"]?.array?.compactMap(\.string) ?? []
        guard audiences.contains(where: provider.clientIDs.contains) else {
            throw .invalidIDToken("Unacceptable audience in id_token: [\(audiences.joined(separator: " "))]")
        }
        if !provider.skipsNonceCheck { try form.checkNonce(claims["nonce"]?.string ?? "") }
        return ExternalProfile(claims, provider: issuer.provider, subject: subject)
    }
}

private struct IDTokenForm: Sendable {
    let token: String
    let provider: String
    let issuer: String
    let linksIdentity: Bool
    private let nonce: String

    init(_ fields: AuthBody.Fields) throws(AuthError) {
        token = try fields.text("id_token")
        provider = try fields.text("provider")
        issuer = try fields.text("issuer")
        nonce = try fields.text("nonce")
        linksIdentity = try fields.bool("link_identity")
        let clientID = try fields.text("client_id")
        _ = try fields.text("access_token")
        guard !token.isEmpty else { throw .invalidIDToken("id_token required") }
        guard !provider.isEmpty || (!clientID.isEmpty && !issuer.isEmpty) else {
            throw .invalidIDToken("provider or client_id and issuer required")
        }
    }

    /// The token holds the hash of what the client knows.
    func checkNonce(_ expected: String) throws(AuthError) {
        guard nonce.isEmpty == expected.isEmpty else {
            throw .invalidIDToken("Passed nonce and nonce in id_token should either both exist or not.")
        }
        guard nonce.isEmpty || Digest.sha256.hash(Array(nonce.utf8)).hexadecimal == expected else {
            throw AuthError(.oauth(error: "invalid nonce", description: "Nonces mismatch"))
        }
    }
}

extension AuthError {
    fileprivate static func invalidIDToken(_ description: String) -> Self {
        Self(.oauth(error: "invalid request", description: description))
    }
}
