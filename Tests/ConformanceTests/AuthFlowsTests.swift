import HTTPServing
import JSONText
import PostgresLink
import TestSupport
import Testing
import Tokens

@testable import AuthService

/// What the recorded scenarios cannot show: many at once, two processes, and hooks that send.
@Suite("Auth under contention")
struct AuthFlowsTests {
    private struct Caller {
        let service: AuthResponder

        func send(
            _ method: HTTPServing.Method, _ target: String, _ body: JSON = [:], token: String? = nil
        ) async throws -> (status: Int, json: JSON) {
            var headers = Headers([("X-Supabase-Api-Version", "2024-01-01")])
            if let token { headers.append("Authorization", "Bearer \(token)") }
            let response = try await service.respond(to: Request(method, target, headers: headers, body: .bytes(body.serialized())))
            guard case .bytes(let bytes) = response.body else { return (response.status.code, nil) }
            return (response.status.code, (try? JSON(parsing: bytes.withUnsafeBytes { Array($0) })) ?? nil)
        }
    }

    private func settings(_ change: (inout AuthSettings) -> Void = { _ in }) -> AuthSettings {
        var settings = AuthSettings()
        settings.passwordCost = 4
        settings.email.minimumGap = 0
        change(&settings)
        return settings
    }

    private func caller(_ outbox: MemoryOutbox = MemoryOutbox(), _ change: (inout AuthSettings) -> Void = { _ in }) async throws -> Caller {
        Caller(service: AuthResponder(settings: settings(change), database: try await AuthTestDatabase.shared().auth, outbox: outbox))
    }

    private func address() -> String { Random.text(12, of: "abcdefghijklmnopqrstuvwxyz") + "@example.com" }

    private func signUp(_ caller: Caller, _ email: String) async throws -> JSON {
        try await caller.send(.post, "/signup", ["email": .string(email), "password": "secret123"]).json
    }

    @Test("fifty clients that refresh one session at once end with one family, whichever process they ask")
    func refreshes() async throws {
        let (one, other) = (try await caller(), try await caller())
        let session = try await signUp(one, address())
        let token = try #require(session["refresh_token"]?.string)
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<50 {
                let caller = number.isMultiple(of: 2) ? one : other
                group.addTask {
                    let answer = try await caller.send(.post, "/token?grant_type=refresh_token", ["refresh_token": .string(token)])
                    return (answer.status, answer.json["refresh_token"]?.string ?? "")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.0 == 200 })
        // The first swapped the token; all the others were told again what it was swapped for.
        #expect(Set(answers.map(\.1)).count == 1)
        let next = try await one.send(.post, "/token?grant_type=refresh_token", ["refresh_token": .string(answers[0].1)])
        #expect(next.status == 200)
        let admin = try await AuthTestDatabase.shared().admin
        let id = session["user"]?["id"]?.string ?? ""
        let rows = try await admin.withSession {
            try await $0.run("SELECT count(*) FROM auth.refresh_tokens WHERE user_id = \(parameter: id) AND NOT revoked")
        }
        #expect(rows.text(0, 0) == "1")
    }

    @Test("a code opens one session, however many try it at once")
    func singleUse() async throws {
        let outbox = MemoryOutbox()
        let caller = try await caller(outbox)
        let email = address()
        _ = try await signUp(caller, email)
        #expect(try await caller.send(.post, "/recover", ["email": .string(email)]).status == 200)
        let message = try #require(await outbox.messages(to: email).last)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                let body: JSON =
                    number.isMultiple(of: 2)
                    ? ["type": "recovery", "email": .string(email), "token": .string(message.code)]
                    : ["type": "recovery", "token_hash": .string(message.tokenHash)]
                group.addTask { try await caller.send(.post, "/verify", body).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200] + Array(repeating: 403, count: 7))
    }

    @Test("codes end with their time")
    func expiry() async throws {
        let outbox = MemoryOutbox()
        let caller = try await caller(outbox)
        let email = address()
        _ = try await signUp(caller, email)
        _ = try await caller.send(.post, "/otp", ["email": .string(email)])
        let admin = try await AuthTestDatabase.shared().admin
        _ = try await admin.withSession {
            try await $0.run(
                "UPDATE auth.users SET recovery_sent_at = recovery_sent_at - interval '3601 s' WHERE email = \(parameter: email)")
        }
        let message = try #require(await outbox.messages(to: email).last)
        let answer = try await caller.send(
            .post, "/verify", ["type": "email", "email": .string(email), "token": .string(message.code)])
        #expect(answer.status == 403)
        #expect(answer.json["code"] == "otp_expired")
    }

    @Test("an identity that a token vouches for is linked to who asks, and to nobody else")
    func linking() async throws {
        let caller = try await caller { $0.external = ["google": .init(clientIDs: ["app"])] }
        let first = try await signUp(caller, address())
        let claims: JSON = [
            "iss": "https://accounts.google.com", "sub": .string(Random.uuid()), "aud": "app", "email": .string(address()),
            "email_verified": true, "exp": .number(String(Int(WallClock.seconds()) + 60)),
        ]
        let token = try #require(JWT.signed(claims, by: .localDemo))
        let body: JSON = ["provider": "google", "id_token": .string(token), "link_identity": true]
        let linked = try await caller.send(
            .post, "/token?grant_type=id_token", body, token: first["access_token"]?.string)
        #expect(linked.status == 200)
        #expect(linked.json["user"]?["id"] == first["user"]?["id"])
        #expect(linked.json["user"]?["identities"]?.array?.count == 2)
        #expect(linked.json["user"]?["app_metadata"]?["providers"] == ["email", "google"])
        let other = try await signUp(caller, address())
        let refused = try await caller.send(
            .post, "/token?grant_type=id_token", body, token: other["access_token"]?.string)
        #expect(refused.json["code"] == "identity_already_exists")
        #expect(try await caller.send(.post, "/token?grant_type=id_token", body).status == 400)
    }

    @Test("a hook that sends mails is told both codes of a change, and nothing else is sent")
    func sendHook() async throws {
        let admin = try await AuthTestDatabase.shared().admin
        _ = try await admin.withSession {
            try await $0.runScript(
                """
                create schema if not exists post;
                grant usage on schema post to supabase_auth_admin;
                create table if not exists post.sent (event jsonb);
                grant insert on post.sent to supabase_auth_admin;
                create or replace function post.send(event jsonb) returns jsonb language plpgsql as $$
                begin insert into post.sent values (event); return '{}'; end $$;
                grant execute on function post.send to supabase_auth_admin;
                """)
        }
        let outbox = MemoryOutbox()
        let caller = try await caller(outbox) { $0.hooks[.sendEmail] = .init(uri: "pg-functions://postgres/post/send") }
        let (old, new) = (address(), address())
        let session = try await signUp(caller, old)
        let changed = try await caller.send(.put, "/user", ["email": .string(new)], token: session["access_token"]?.string)
        #expect(changed.json["new_email"] == .string(new))
        let rows = try await admin.withSession {
            try await $0.run("SELECT event -> 'email_data' FROM post.sent WHERE event -> 'user' ->> 'email' = \(parameter: old)")
        }
        #expect(rows.rowCount == 1)
        let data = try #require(rows.json)
        #expect(data["email_action_type"] == "email_change")
        let code = data["token_new"]?.string ?? ""
        #expect(data["token_hash"] == .string(OneTimeCode(code, for: new, isBound: false).hash))
        #expect(await outbox.messages(to: new).isEmpty)
    }

    @Test("a phone as a second factor is sent a code, which raises the session once")
    func phoneFactor() async throws {
        let outbox = MemoryOutbox()
        let caller = try await caller(outbox) {
            ($0.factors.phone.canEnroll, $0.factors.phone.canVerify, $0.factors.phone.minimumGap) = (true, true, 60)
        }
        let session = try await signUp(caller, address())
        let token = session["access_token"]?.string
        let number = "1556" + Random.text(7, of: "0123456789")
        let factor = try await caller.send(.post, "/factors", ["factor_type": "phone", "phone": .string(number)], token: token)
        #expect(factor.json["phone"] == .string(number))
        let path = "/factors/\(factor.json["id"]?.string ?? "")"
        let challenge = try await caller.send(.post, path + "/challenge", ["channel": "sms"], token: token)
        #expect(challenge.status == 200)
        #expect(try await caller.send(.post, path + "/challenge", token: token).status == 429)
        let code = try #require(await outbox.messages(to: number).last).code
        let wrong: JSON = ["challenge_id": challenge.json["id"] ?? nil, "code": code == "000000" ? "000001" : "000000"]
        #expect(try await caller.send(.post, path + "/verify", wrong, token: token).json["code"] == "mfa_verification_failed")
        let right: JSON = ["challenge_id": challenge.json["id"] ?? nil, "code": .string(code)]
        let raised = try await caller.send(.post, path + "/verify", right, token: token)
        #expect(try JWT(raised.json["access_token"]?.string ?? "").claims()["aal"] == "aal2")
        #expect(try await caller.send(.post, path + "/verify", right, token: token).json["code"] == "mfa_ip_address_mismatch")
    }

    @Test("a user's new password needs the old one where that is asked for")
    func currentPassword() async throws {
        let caller = try await caller { $0.email.passwordChangeNeedsCurrentPassword = true }
        let session = try await signUp(caller, address())
        let token = session["access_token"]?.string
        let missing = try await caller.send(.put, "/user", ["password": "other4567"], token: token)
        #expect(missing.json["code"] == "current_password_required")
        let wrong = try await caller.send(.put, "/user", ["password": "other4567", "current_password": "nothing"], token: token)
        #expect(wrong.json["code"] == "current_password_invalid")
        let right = try await caller.send(.put, "/user", ["password": "other4567", "current_password": "secret123"], token: token)
        #expect(right.status == 200)
    }

    @Test("an address that is nobody's gets the answer of one that is somebody's, and no mail")
    func silence() async throws {
        let outbox = MemoryOutbox()
        let caller = try await caller(outbox)
        let (known, unknown) = (address(), address())
        _ = try await signUp(caller, known)
        for path in ["/recover", "/resend"] {
            var body: JSONObject = ["type": "signup"]
            body.set("email", .string(known))
            let one = try await caller.send(.post, path, .object(body))
            body.set("email", .string(unknown))
            let other = try await caller.send(.post, path, .object(body))
            #expect(one.status == other.status && one.json == other.json)
        }
        #expect(await outbox.messages(to: unknown).isEmpty)
        let wrong = try await caller.send(.post, "/token?grant_type=password", ["email": .string(known), "password": "wrong123"])
        let nobody = try await caller.send(.post, "/token?grant_type=password", ["email": .string(unknown), "password": "wrong123"])
        #expect(wrong.status == nobody.status && wrong.json == nobody.json)
    }
}
