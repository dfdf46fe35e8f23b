import Foundation

/// Sign-in, sign-up and sign-out.
///
///     try await auth.signIn(email: "choco@example.com", password: password)
///
/// A session that a call brings is handed to the ``SupabaseSessionManager``, which keeps it for the database and the storage.
/// A refusal is ``SNMNetworkError/failedStatusCode(_:header:body:)``; its ``SNMNetworkError/serverCode`` names the reason, such as
/// `invalid_credentials`.
public struct SupabaseAuthManager: Sendable {
    let config: SupabaseConfig
    let networkProvider: any NetworkProvider
    let sessionManager: SupabaseSessionManager

    /// - Parameter sessionManager: Keeps the sessions that sign-ins bring.
    public init(
        config: SupabaseConfig,
        networkProvider: any NetworkProvider = SNMNetworkProvider(),
        sessionManager: SupabaseSessionManager
    ) {
        self.config = config
        self.networkProvider = networkProvider
        self.sessionManager = sessionManager
    }

    /// Signs in as a new user without name or password.
    ///
    /// - Parameter data: The user's own metadata.
    @discardableResult
    public func signInAnonymously(data: [String: SupabaseJSON]? = nil) async throws -> SupabaseSession {
        try await signIn(with: .signUp(.init(data: data), redirectTo: nil, config: config))
    }

    /// Signs in with e-mail address and password.
    @discardableResult
    public func signIn(email: String, password: String) async throws -> SupabaseSession {
        let body = SupabaseAuthRequest.PasswordBody(email: email, password: password)
        return try await signIn(with: .token("password", body: body, config: config))
    }

    /// Signs in with a token that a provider's own sign-in has issued.
    ///
    /// - Parameters:
    ///   - nonce: The nonce whose SHA-256 the provider was given, as it was before hashing; nil if it was given none.
    ///   - accessToken: The provider's access token, which some of them want beside the id token.
    @discardableResult
    public func signIn(
        idToken: String,
        provider: SupabaseIDProvider,
        nonce: String? = nil,
        accessToken: String? = nil
    ) async throws -> SupabaseSession {
        let body = SupabaseAuthRequest.IDTokenBody(provider: provider.name, idToken: idToken, accessToken: accessToken, nonce: nonce)
        return try await signIn(with: .token("id_token", body: body, config: config))
    }

    /// Registers a user.
    ///
    /// - Parameters:
    ///   - redirectTo: Where the link in the confirmation message leads in the end.
    ///   - data: The user's own metadata.
    /// - Returns: A session, or a user that has to confirm the address, as the server is set up.
    @discardableResult
    public func signUp(
        email: String,
        password: String,
        redirectTo: String? = nil,
        data: [String: SupabaseJSON]? = nil
    ) async throws -> SupabaseSignUpResult {
        let body = SupabaseAuthRequest.SignUpBody(email: email, password: password, data: data)
        let response = try await networkProvider.request(with: SupabaseAuthRequest.signUp(body, redirectTo: redirectTo, config: config))
        guard let session = try? SupabaseAuthRequest.decode(SupabaseSession.self, from: response) else {
            // Not an error: the other of the two answers.
            return .confirmationNeeded(try SupabaseAuthRequest.decode(SupabaseUser.self, from: response))
        }
        try await sessionManager.saveSession(for: session)
        return .signedIn(session)
    }

    /// Ends sessions on the server and, unless only the others are meant, forgets this one.
    ///
    /// This device is signed out whatever the server says: a session that has already ended there is no error, and when the server
    /// cannot be reached the error is thrown after the session was forgotten.
    public func signOut(scope: SupabaseSignOutScope = .global) async throws {
        guard await sessionManager.session != nil else { return }
        var failure: (any Error)?
        do {
            // The server knows the session by an access token that is still valid.
            if let session = try await sessionManager.checkSession() {
                _ = try await networkProvider.request(
                    with: SupabaseAuthRequest.signOut(scope, accessToken: session.accessToken, config: config))
            }
        } catch let error as SNMNetworkError where [401, 403, 404].contains(error.statusCode) {
            // The session or its user is gone there: nothing is left to end.
        } catch SupabaseSessionError.sessionEnded, SupabaseSessionError.sessionNotExist {
            // Likewise.
        } catch {
            failure = error
        }
        if scope != .others { try await sessionManager.deleteSession() }
        if let failure { throw failure }
    }

    /// Sends the message of a sign-up or of a change of address again.
    ///
    /// The server answers the same for addresses that it does not know.
    public func resendVerificationEmail(parameter: SupabaseResendParameter, redirectTo: String? = nil) async throws {
        _ = try await networkProvider.request(with: SupabaseAuthRequest.resend(parameter, redirectTo: redirectTo, config: config))
    }

    /// The signed-in user as the server knows it now.
    public func user() async throws -> SupabaseUser {
        guard let session = try await sessionManager.checkSession() else { throw SupabaseSessionError.sessionNotExist }
        let request = SupabaseAuthRequest.user(accessToken: session.accessToken, config: config)
        return try SupabaseAuthRequest.decode(SupabaseUser.self, from: await networkProvider.request(with: request))
    }

    private func signIn(with request: SupabaseAuthRequest) async throws -> SupabaseSession {
        let response = try await networkProvider.request(with: request)
        let session = try SupabaseAuthRequest.decode(SupabaseSession.self, from: response)
        try await sessionManager.saveSession(for: session)
        return session
    }
}
