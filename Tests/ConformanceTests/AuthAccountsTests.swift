import HTTPServing
import JSONText
import PostgresLink
import TestSupport
import Testing
import Tokens

@testable import AuthService

/// Sign-ins against a real database, where the corpus of recorded answers has none: id tokens, and what triggers and seeds see.
@Suite("Accounts in the database")
struct AuthAccountsTests {
    private func service(_ change: (inout AuthSettings) -> Void = { _ in }) async throws -> (AuthResponder, MemoryOutbox) {
        var settings = AuthSettings()
        settings.passwordCost = 4
        settings.external = ["apple": .init(clientIDs: ["com.sniffmeet.app"]), "google": .init(clientIDs: ["other", "com.sniffmeet.app"])]
        change(&settings)
        let outbox = MemoryOutbox()
        return (AuthResponder(settings: settings, database: try await AuthTestDatabase.shared().auth, outbox: outbox), outbox)
    }

    private func post(_ service: AuthResponder, _ target: String, _ body: JSON) async throws -> (status: Int, json: JSON) {
        let response = try await service.respond(
            to: Request(.post, target, headers: Headers([("X-Supabase-Api-Version", "2024-01-01")]), body: .bytes(body.serialized())))
        guard case .bytes(let bytes) = response.body else { return (response.status.code, nil) }
        return (response.status.code, try JSON(parsing: bytes.withUnsafeBytes { Array($0) }))
    }

    private func idToken(_ issuer: String, _ subject: String, _ more: JSONObject = [:]) throws -> JSON {
        var claims: JSONObject = [
            "iss": .string(issuer), "sub": .string(subject), "aud": "com.sniffmeet.app",
            "exp": .number(String(Int(WallClock.seconds()) + 60)),
        ]
        for member in more.members { claims.set(member.name, member.value) }
        return .string(try #require(JWT.signed(.object(claims), by: .localDemo)))
    }

    private static let apple = "https://appleid.apple.com"
    private static let google = "https://accounts.google.com"

    private func address() -> String { Random.text(12, of: "abcdefghijklmnopqrstuvwxyz") + "@example.com" }

    @Test("a first id token makes an account, the next one finds it")
    func signIn() async throws {
        let (service, _) = try await service()
        let (email, subject) = (address(), Random.uuid())
        let body: JSON = ["provider": "apple", "id_token": try idToken(Self.apple, subject, ["email": .string(email)])]
        let first = try await post(service, "/token?grant_type=id_token", body)
        #expect(first.status == 200)
        let user = first.json["user"]
        #expect(user?["email"] == .string(email))
        #expect(user?["app_metadata"] == ["provider": "apple", "providers": ["apple"]])
        #expect(user?["user_metadata"]?["email_verified"] == true)
        #expect(user?["identities"]?.array?.first?["id"] == .string(subject))
        #expect(user?["identities"]?.array?.first?["identity_data"]?["email_verified"] == true)
        #expect(user?["confirmed_at"] == nil)
        let claims = try JWT(first.json["access_token"]?.string ?? "").claims()
        #expect(claims["amr"]?.array?.first?["method"] == "oauth")

        let again = try await post(service, "/token?grant_type=id_token", body)
        #expect(again.json["user"]?["id"] == user?["id"])
        #expect(again.json["user"]?["confirmed_at"] != nil)
        #expect(again.json["user"]?["identities"]?.array?.count == 1)
        let refresh = try await post(service, "/token?grant_type=refresh_token", ["refresh_token": again.json["refresh_token"] ?? nil])
        #expect(refresh.json["user"]?["identities"]?.array?.count == 1)
    }

    @Test("an address that a provider has verified joins accounts; one that nobody confirmed loses its password")
    func linking() async throws {
        let (confirming, _) = try await service { $0.email.confirmationsEnabled = true }
        let (service, _) = try await service()
        let email = address()
        let signedUp = try await post(service, "/signup", ["email": .string(email), "password": "secret123"])
        let google: JSONObject = ["email": .string(email), "email_verified": true, "name": "Ann"]
        let linked = try await post(
            service, "/token?grant_type=id_token", ["provider": "google", "id_token": try idToken(Self.google, Random.uuid(), google)])
        #expect(linked.json["user"]?["id"] == signedUp.json["user"]?["id"])
        #expect(linked.json["user"]?["app_metadata"] == ["provider": "email", "providers": ["email", "google"]])
        #expect(linked.json["user"]?["user_metadata"]?["full_name"] == "Ann")
        #expect(try await post(service, "/token?grant_type=password", ["email": .string(email), "password": "secret123"]).status == 200)

        // Somebody else may have signed up with it, to wait for its owner.
        let hijacked = address()
        let waiting = try await post(confirming, "/signup", ["email": .string(hijacked), "password": "secret123"])
        let owner: JSONObject = ["email": .string(hijacked), "email_verified": true]
        let token = try idToken(Self.google, Random.uuid(), owner)
        let taken = try await post(confirming, "/token?grant_type=id_token", ["provider": "google", "id_token": token])
        #expect(taken.json["user"]?["id"] == waiting.json["id"])
        #expect(taken.json["user"]?["app_metadata"] == ["provider": "google", "providers": ["google"]])
        #expect(
            try await post(confirming, "/token?grant_type=password", ["email": .string(hijacked), "password": "secret123"]).status == 400)
    }

    @Test("an address that nobody has verified must be confirmed")
    func unverified() async throws {
        let (service, outbox) = try await service { $0.email.confirmationsEnabled = true }
        let email = address()
        let token = try idToken(Self.google, Random.uuid(), ["email": .string(email), "email_verified": false])
        let refused = try await post(service, "/token?grant_type=id_token", ["provider": "google", "id_token": token])
        #expect(refused.status == 422)
        #expect(refused.json["code"] == "provider_email_needs_verification")
        #expect(await outbox.messages(to: email).count == 1)
    }

    @Test("checks audience and nonce")
    func refusals() async throws {
        let (service, _) = try await service()
        let nonce = Digest.sha256.hash(Array("raw".utf8)).hexadecimal
        let table: [(JSONObject, JSONObject, String)] = [
            (["aud": ["x", "y"]], [:], "Unacceptable audience in id_token: [x y]"),
            (["sub": ""], [:], "Missing sub claim in id_token"), (["exp": 1], [:], "Bad ID token"),
            (["iss": "https://other"], [:], "Bad ID token"),
            (["nonce": .string(nonce)], [:], "Passed nonce and nonce in id_token should either both exist or not."),
            ([:], ["nonce": "raw"], "Passed nonce and nonce in id_token should either both exist or not."),
            (["nonce": "other"], ["nonce": "raw"], "Nonces mismatch"),
        ]
        for (claims, fields, description) in table {
            var body = fields
            body.set("provider", "google")
            body.set("id_token", try idToken(Self.google, "1", claims))
            let answer = try await post(service, "/token?grant_type=id_token", .object(body))
            #expect(answer.status == 400)
            #expect(answer.json["error_description"] == .string(description))
        }
        let good = try idToken(Self.google, Random.uuid(), ["nonce": .string(nonce), "email": .string(address()), "email_verified": true])
        let answer = try await post(
            service, "/token?grant_type=id_token", ["provider": "google", "id_token": good, "nonce": "raw", "access_token": nil])
        #expect(answer.status == 200)
    }

    @Test("a trigger that raises undoes the sign-up")
    func triggers() async throws {
        let (service, _) = try await service { $0.anonymousSignInsEnabled = true }
        let admin = try await AuthTestDatabase.shared().admin
        _ = try await admin.withSession {
            try await $0.runScript(
                """
                create table if not exists public.profiles (id uuid primary key references auth.users on delete cascade, name text);
                create or replace function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as $$
                begin
                    if new.raw_user_meta_data ->> 'full_name' = 'nobody' then raise exception 'no name'; end if;
                    insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'full_name');
                    return new;
                end $$;
                create or replace trigger on_auth_user_created after insert on auth.users
                    for each row execute function public.handle_new_user();
                """)
        }
        let email = address()
        let refused = try await post(
            service, "/signup", ["email": .string(email), "password": "secret123", "data": ["full_name": "nobody"]])
        #expect(refused.status == 500)
        #expect(refused.json == ["code": "unexpected_failure", "message": "Database error saving new user"])
        let anonymous = try await post(service, "/signup", ["data": ["full_name": "nobody"]])
        #expect(anonymous.json["message"] == "Database error creating anonymous user")
        let taken = try await post(service, "/signup", ["email": .string(email), "password": "secret123", "data": ["full_name": "Ann"]])
        #expect(taken.status == 200)
        let rows = try await admin.withSession {
            try await $0.run("SELECT name FROM public.profiles WHERE id = \(parameter: taken.json["user"]?["id"]?.string)::uuid")
        }
        #expect(rows.firstText == "Ann")
    }

    @Test(
        "takes seeded users, with the hashes of other programs and with nulls where the service writes none",
        arguments: ["$2a$", "$2b$", "$2y$"])
    func seeds(version: String) async throws {
        let (service, _) = try await service()
        let email = address()
        _ = try await AuthTestDatabase.shared().admin.withSession {
            try await $0.run(
                """
                INSERT INTO auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, banned_until)
                VALUES (\(parameter: Random.uuid())::uuid, 'authenticated', 'authenticated', \(parameter: email),
                    replace(extensions.crypt('password', extensions.gen_salt('bf', 4)), '$2a$', \(parameter: version)), now(), '-infinity')
                """)
        }
        let right = try await post(service, "/token?grant_type=password", ["email": .string(email.uppercased()), "password": "password"])
        #expect(right.status == 200)
        #expect(right.json["user"]?["identities"] == [])
        #expect(try await post(service, "/token?grant_type=password", ["email": .string(email), "password": "Password"]).status == 400)
    }

    @Test("refreshes of one token at the same time end with one new token")
    func concurrentRefreshes() async throws {
        let (service, _) = try await service { $0.anonymousSignInsEnabled = true }
        let session = try await post(service, "/signup", [:])
        let token = session.json["refresh_token"] ?? nil
        let tokens = try await withThrowingTaskGroup(of: JSON?.self) { group in
            for _ in 0..<6 {
                group.addTask { try await post(service, "/token?grant_type=refresh_token", ["refresh_token": token]).json["refresh_token"] }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(tokens).count == 1)
        #expect(tokens.first != token)
    }
}
