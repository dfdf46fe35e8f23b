import Foundation
import JSONText
import PostgresLink
import SNMClient
import TestSupport
import Testing

/// How sessions go on and end.
@Suite("Sessions")
struct SessionTests {
    @Test("are refreshed by the client before they expire, once for all who ask")
    func refresh() async throws {
        let shared = try await SharedServer.running()
        let device = try shared.device()
        let first = try await device.auth.signInAnonymously()
        // A device whose clock is at the token's end.
        let late = SupabaseSessionManager(
            config: device.config, storage: SupabaseMemorySessionStorage(), now: { Date(timeIntervalSince1970: Double(first.expiresAt) - 5) })
        try await late.saveSession(for: first)
        let sessions = try await withThrowingTaskGroup(of: SupabaseSession?.self) { group in
            for _ in 0..<5 { group.addTask { try await late.checkSession() } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1?.refreshToken) }
        }
        #expect(sessions.count == 1)
        #expect(sessions.first != first.refreshToken)
        let tokens = try await shared.value(
            "SELECT count(*) FROM auth.refresh_tokens WHERE user_id = \(parameter: first.user.id.uuidString.lowercased())")
        #expect(tokens == "2")
    }

    @Test("give the newest token again to who asks again in time, and end when an old one is used later")
    func rotation() async throws {
        let shared = try await SharedServer.running()
        let first = try await shared.device().auth.signInAnonymously()
        let second = try await shared.refreshed(first.refreshToken)
        #expect(second != first.refreshToken)
        // The answer got lost, and the client asks again.
        #expect(try await shared.refreshed(first.refreshToken) == second)
        let third = try await shared.refreshed(second)

        try await shared.endReuseInterval(first.user.id)
        let refused = try await shared.refresh(first.refreshToken)
        #expect(refused.status == 400)
        #expect(try JSON(parsing: refused.body)["code"] == "refresh_token_already_used")
        // Whoever stole it, and whoever owns it, must sign in again once the newest token's own interval is over.
        try await shared.endReuseInterval(first.user.id)
        #expect(try await shared.refresh(third).status == 400)
    }

    @Test("refuse a token that is none", arguments: ["", "nonsense", "AAAAAAAAAAAA", "초코"])
    func unknownToken(token: String) async throws {
        let answer = try await SharedServer.running().refresh(token)
        #expect(answer.status == 400)
    }

    @Test("end as far as the scope of the sign-out says", arguments: [
        (SupabaseSignOutScope.local, endsThis: true, endsOther: false),
        (.others, endsThis: false, endsOther: true),
        (.global, endsThis: true, endsOther: true),
    ])
    func signOut(scope: SupabaseSignOutScope, endsThis: Bool, endsOther: Bool) async throws {
        let shared = try await SharedServer.running()
        let (email, password) = (Unique.email(), "walkies!")
        let (this, other) = (try shared.device(), try shared.device())
        let mine = try #require(try await this.auth.signUp(email: email, password: password).session)
        let others = try await other.auth.signIn(email: email, password: password)
        try await this.auth.signOut(scope: scope)

        #expect(await (this.session.session == nil) == endsThis)
        #expect(try await (shared.refresh(mine.refreshToken).status == 400) == endsThis)
        #expect(try await (shared.refresh(others.refreshToken).status == 400) == endsOther)
        // The access token of a session that is gone opens nothing in Auth.
        let user = try await shared.request("GET", "/auth/v1/user", token: others.accessToken)
        #expect(user.status == (endsOther ? 403 : 200))
    }
}

extension SharedServer {
    fileprivate func endReuseInterval(_ user: UUID) async throws {
        try await script(
            """
            update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
            where user_id = '\(user.uuidString.lowercased())'
            """)
    }

    func refresh(_ token: String) async throws -> PlainHTTP.Answer {
        let body: JSON = ["refresh_token": .string(token)]
        return try await request(
            "POST", "/auth/v1/token?grant_type=refresh_token", headers: [("X-Supabase-Api-Version", "2024-01-01")], body: body.text)
    }

    /// The new refresh token.
    func refreshed(_ token: String) async throws -> String {
        let answer = try await refresh(token)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try JSON(parsing: answer.body)["refresh_token"]?.string)
    }
}
