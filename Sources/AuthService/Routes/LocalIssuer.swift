import HTTPServing
import JSONText
import Tokens

/// POST /local/id-token: mints an id token of an enabled provider, for tests of apps that sign in with Apple or Google.
///
///     {"provider": "apple", "email": "ann@example.com", "nonce": "raw"}      →  {"id_token": "eyJ…"}
extension AuthResponder {
    func mintIDToken(_ request: AuthRequest) async throws -> Response {
        let fields = try request.body.fields()
        let name = try fields.text("provider")
        guard let provider = settings.provider(name) else {
            throw AuthError(400, "provider_disabled", "Provider \"\(name)\" is not enabled")
        }
        let client = try fields.text("client_id")
        var mint = IDTokenMint(
            provider: name, clientID: client.isEmpty ? provider.clientIDs.first ?? "" : client, email: try fields.text("email"))
        mint.subject = try fields.text("sub")
        mint.isEmailVerified = try fields.bool("email_verified", default: true)
        mint.name = try fields.text("name")
        mint.nonce = try fields.text("nonce")
        guard let token = mint.token else {
            throw AuthError.validation("Provider \"\(name)\" gives no id tokens")
        }
        return .json(["id_token": .string(token)])
    }

    /// GET /local/jwks.json: the public keys of the local issuer.
    func showIssuerKeys(_ request: AuthRequest) -> Response {
        .json(KeySet([.localIssuer]).publicJSON.object ?? JSONObject())
    }
}
