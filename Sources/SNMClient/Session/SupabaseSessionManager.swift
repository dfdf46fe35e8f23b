import Foundation

/// The session of the signed-in user: keeps it, stores it, and refreshes it before it expires.
///
///     try await session.restoreSession()                    // at the app's start
///     if let id = await session.userID { … }
public actor SupabaseSessionManager {
    /// The session as it is now, possibly expired.
    public private(set) var session: SupabaseSession?
    private let config: SupabaseConfig
    private let networkProvider: any NetworkProvider
    private let storage: any SupabaseSessionStorage
    private let now: @Sendable () -> Date
    private var refreshing: (token: String, task: Task<SupabaseSession, any Error>)?
    private var storing: Task<Void, any Error>?
    private var listeners: [UUID: AsyncStream<SupabaseAuthChange>.Continuation] = [:]
    /// Of the sign-in by browser or link that was begun last.
    private var proof: PKCE?

    /// How long before its end an access token is refreshed: long enough for a slow request to arrive with a valid one.
    public static let refreshMargin: TimeInterval = 30

    /// - Parameters:
    ///   - storage: The Keychain on Apple's systems, else a file with mode 0600, when left out.
    ///   - now: The clock.
    public init(
        config: SupabaseConfig,
        networkProvider: any NetworkProvider = SNMNetworkProvider(),
        storage: (any SupabaseSessionStorage)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.config = config
        self.networkProvider = networkProvider
        self.storage = storage ?? SessionStorageDefault.storage(for: config)
        self.now = now
    }

    /// The signed-in user; nil when nobody is.
    public var userID: UUID? { session?.user.id }

    /// The access token as it is now; nil when nobody is signed in. ``checkSession()`` returns a session whose token is good.
    public var accessToken: String? { session?.accessToken }

    /// Takes the stored session and refreshes it if it is about to expire.
    ///
    /// Without a network the session stays: the error is thrown, and the next request tries again.
    ///
    /// - Returns: The session, or nil when none is stored.
    @discardableResult
    public func restoreSession() async throws -> SupabaseSession? {
        let stored: SupabaseSession?
        do {
            stored = try await storage.load().map { try JSONDecoder().decode(SupabaseSession.self, from: $0) }
        } catch {
            throw SupabaseSessionError.loadSessionFailed(error)
        }
        // Who signed in meanwhile is newer than what was stored.
        if session == nil { session = stored }
        return try await checkSession()
    }

    /// Makes a session the current one and stores it.
    public func saveSession(for session: SupabaseSession) async throws {
        try await saveSession(for: session, because: .signedIn)
    }

    func saveSession(for session: SupabaseSession, because event: SupabaseAuthEvent) async throws {
        self.session = session
        tell(event)
        try await store(session)
    }

    /// Returns the session with a good access token: one that expires within 30 s is refreshed first.
    ///
    /// Callers at the same time share one refresh. While the old token is still valid, a network failure is no failure.
    ///
    /// - Returns: The session, or nil when nobody is signed in.
    /// - Throws: ``SupabaseSessionError/sessionEnded(code:)`` when the server refuses to go on; the session is removed then.
    @discardableResult
    public func checkSession() async throws -> SupabaseSession? {
        guard let session else { return nil }
        guard session.expires(within: Self.refreshMargin, of: now()) else { return session }
        do {
            return try await refresh(session)
        } catch let error as SNMNetworkError {
            if !session.expires(within: 0, of: now()), error.isTemporary, let current = self.session { return current }
            throw error
        }
    }

    /// Forgets the session, here and in the storage. The server is not told: that is ``SupabaseAuthManager/signOut(scope:)``.
    public func deleteSession() async throws {
        let hadSession = session != nil
        session = nil
        if hadSession { tell(.signedOut) }
        try await store(nil)
    }

    /// What happens to the session, beginning with how it is now. Each caller has a stream of its own, which ends with its task.
    public func changes() -> AsyncStream<SupabaseAuthChange> {
        let (stream, continuation) = AsyncStream<SupabaseAuthChange>.makeStream()
        let id = UUID()
        listeners[id] = continuation
        continuation.onTermination = { [weak self] _ in
            // The end of a stream waits for nobody.
            Task { await self?.forget(id) }
        }
        continuation.yield(SupabaseAuthChange(event: .initialSession, session: session))
        return stream
    }
}

extension SupabaseSessionManager {
    /// The user as the server knows it after a change.
    func replaceUser(_ user: SupabaseUser) async throws {
        guard var session, session.user.id == user.id else { return }
        session.user = user
        try await saveSession(for: session, because: .userUpdated)
    }

    func beginProof() -> PKCE {
        let proof = PKCE()
        self.proof = proof
        return proof
    }

    /// A proof serves once.
    func takeProof() -> PKCE? {
        defer { proof = nil }
        return proof
    }

    private func tell(_ event: SupabaseAuthEvent) {
        let change = SupabaseAuthChange(event: event, session: session)
        for listener in listeners.values { listener.yield(change) }
    }

    private func forget(_ id: UUID) { listeners[id] = nil }
}

extension SupabaseSessionManager {
    private func refresh(_ session: SupabaseSession) async throws -> SupabaseSession {
        let token = session.refreshToken
        if let refreshing, refreshing.token == token { return try await refreshing.task.value }
        // A task of its own: a caller that is cancelled must not take the refresh away from the others, because the server
        // has already exchanged the token.
        let task = Task { try await renew(session) }
        refreshing = (token, task)
        defer { if refreshing?.token == token { refreshing = nil } }
        return try await task.value
    }

    private func renew(_ old: SupabaseSession) async throws -> SupabaseSession {
        let new: SupabaseSession
        do {
            let response = try await networkProvider.request(with: SupabaseAuthRequest.refresh(old.refreshToken, config: config))
            new = try SupabaseAuthRequest.decode(SupabaseSession.self, from: response)
        } catch let error as SNMNetworkError {
            guard let code = error.serverCode, Self.codesOfTheEnd.contains(code) else { throw error }
            if session?.refreshToken == old.refreshToken { try await deleteSession() }
            throw SupabaseSessionError.sessionEnded(code: code)
        }
        // Someone may have signed in or out while the request was under way: then the answer belongs to a session that is gone.
        guard let current = session else { throw SupabaseSessionError.sessionNotExist }
        guard current.refreshToken == old.refreshToken else { return current }
        try await saveSession(for: new, because: .tokenRefreshed)
        return new
    }

    /// Auth's codes after which a refresh token will never work again.
    private static let codesOfTheEnd: Set<String> = [
        "session_not_found", "session_expired", "refresh_token_not_found", "refresh_token_already_used", "user_banned",
        "user_not_found", "validation_failed",
    ]

    /// Writes one after the other in the order of the calls, whatever the storage does meanwhile, and also when the caller is cancelled.
    private func store(_ session: SupabaseSession?) async throws {
        let previous = storing
        let storage = storage
        let task = Task {
            _ = await previous?.result
            if let session {
                try await storage.save(JSONEncoder().encode(session))
            } else {
                try await storage.delete()
            }
        }
        storing = task
        do {
            try await task.value
        } catch {
            throw SupabaseSessionError.saveSessionFailed(error)
        }
    }
}

extension SNMNetworkError {
    /// Whether the same request may well succeed a little later.
    var isTemporary: Bool {
        switch self {
        case .urlError: true
        case .failedStatusCode(let status, _, _): status == 408 || status == 409 || status == 429 || status >= 500
        case .encodingError, .invalidRequest, .invalidURL, .invalidResponse, .unknown: false
        }
    }
}
