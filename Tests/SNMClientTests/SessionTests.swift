import Foundation
import SNMClient
import Synchronization
import Testing

/// Sessions against a server that issues tokens: refreshing, storing, ending.
@Suite struct SessionTests {
    static let userID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    static func json(token: String, expiresIn: Int = 3600, refresh: String) -> String {
        let expiry = Int(Date().timeIntervalSince1970) + expiresIn
        return """
            {"access_token":"\(token)","token_type":"bearer","expires_in":\(expiresIn),"expires_at":\(expiry),"refresh_token":"\(refresh)",
            "user":{"id":"\(userID.uuidString.lowercased())","aud":"authenticated","role":"authenticated","email":"","phone":"",
            "last_sign_in_at":"2026-08-20T10:54:52.123456Z","app_metadata":{},"user_metadata":{"n":1},"identities":[],
            "created_at":"2026-08-20T10:54:52Z","updated_at":"2026-08-20T10:54:52.1Z","is_anonymous":true}}
            """
    }

    static func session(token: String = "old", expiresIn: Int, refresh: String = "r1") throws -> SupabaseSession {
        try JSONDecoder().decode(SupabaseSession.self, from: Data(json(token: token, expiresIn: expiresIn, refresh: refresh).utf8))
    }

    static func manager(_ server: TestServer, storage: any SupabaseSessionStorage = SupabaseMemorySessionStorage())
        -> SupabaseSessionManager
    {
        SupabaseSessionManager(config: server.config, storage: storage)
    }

    @Test("many callers at once cause one refresh and get the same token")
    func singleFlight() async throws {
        try await TestServer.serving { _ in
            var response = TestServer.Response.json(Self.json(token: "new", refresh: "r2"))
            response.delay = 0.1
            return response
        } body: { server in
            let manager = Self.manager(server)
            try await manager.saveSession(for: Self.session(expiresIn: 10))
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<50 { group.addTask { try await manager.checkSession()?.accessToken } }
                for try await token in group { #expect(token == "new") }
            }
            #expect(server.requests.count == 1)
            let request = try #require(server.requests.first)
            #expect(request.target == "/auth/v1/token?grant_type=refresh_token" && request.text == #"{"refresh_token":"r1"}"#)
            #expect(request.header["apikey"] == "key" && request.header["authorization"] == nil)
        }
    }

    @Test("refreshes 30 s before the end, not earlier", arguments: [(-100, true), (0, true), (30, true), (31, false), (3600, false)])
    func margin(secondsLeft: Int, refreshes: Bool) async throws {
        try await TestServer.serving { _ in
            .json(Self.json(token: "new", refresh: "r2"))
        } body: { server in
            let session = try Self.session(expiresIn: 3600)
            let now = Date(timeIntervalSince1970: TimeInterval(session.expiresAt - secondsLeft))
            let manager = SupabaseSessionManager(config: server.config, storage: SupabaseMemorySessionStorage(), now: { now })
            try await manager.saveSession(for: session)
            #expect(try await manager.checkSession()?.accessToken == (refreshes ? "new" : "old"))
            #expect(server.requests.count == (refreshes ? 1 : 0))
        }
    }

    @Test("a caller that is cancelled does not take the refresh away from the others")
    func cancelledCaller() async throws {
        try await TestServer.serving { _ in
            var response = TestServer.Response.json(Self.json(token: "new", refresh: "r2"))
            response.delay = 0.2
            return response
        } body: { server in
            let manager = Self.manager(server)
            try await manager.saveSession(for: Self.session(expiresIn: 0))
            let first = Task { try await manager.checkSession() }
            while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            let second = Task { try await manager.checkSession() }
            first.cancel()
            #expect(try await second.value?.accessToken == "new")
            #expect(server.requests.count == 1)
        }
    }

    @Test("the token is taken from the session when a request is executed, not when it is built")
    func injected() async throws {
        try await TestServer.serving { request in
            request.path == "/auth/v1/token" ? .json(Self.json(token: "fresh", refresh: "r2")) : .json("[]")
        } body: { server in
            let manager = Self.manager(server)
            let db = SupabaseDBManager(config: server.config, sessionManager: manager)
            let builder = db.fetchData().setTable("walk").setQuery(.equal("id", 1))
            try await builder.request()
            try await manager.saveSession(for: Self.session(token: "first", expiresIn: 3600))
            try await builder.request()
            try await manager.saveSession(for: Self.session(token: "stale", expiresIn: 5))
            try await builder.request()
            try await manager.deleteSession()
            try await builder.request()
            let reads = server.requests.filter { $0.path == "/rest/v1/walk" }
            #expect(reads.map { $0.header["authorization"] } == ["Bearer key", "Bearer first", "Bearer fresh", "Bearer key"])
            #expect(reads.allSatisfy { $0.header["apikey"] == "key" && $0.target == "/rest/v1/walk?id=eq.1" })
            #expect(server.requests.count == 5)
        }
    }

    @Test("a publishable key is no bearer token")
    func publishableKey() async throws {
        try await TestServer.serving { _ in
            .json("[]")
        } body: { server in
            var config = server.config
            config.apiKey = "sb_publishable_x"
            try await SupabaseDBManager(config: config).fetchData().setTable("walk").request()
            #expect(server.requests.first?.header["apikey"] == "sb_publishable_x")
            #expect(server.requests.first?.header["authorization"] == nil)
        }
    }

    @Test("restores what was stored, and refreshes it if need be")
    func restores() async throws {
        try await TestServer.serving { _ in
            .json(Self.json(token: "new", refresh: "r2"))
        } body: { server in
            let storage = SupabaseMemorySessionStorage()
            #expect(try await Self.manager(server, storage: storage).restoreSession() == nil)
            let session = try Self.session(expiresIn: 3600)
            try await Self.manager(server, storage: storage).saveSession(for: session)

            let second = Self.manager(server, storage: storage)
            #expect(try await second.restoreSession() == session)
            #expect(await second.userID == Self.userID)
            #expect(await second.accessToken == "old")

            try await second.saveSession(for: Self.session(expiresIn: 0))
            let third = Self.manager(server, storage: storage)
            #expect(try await third.restoreSession()?.accessToken == "new")
            // The new refresh token is stored: the old one is spent.
            #expect(try await Self.manager(server, storage: storage).restoreSession()?.refreshToken == "r2")
            #expect(server.requests.count == 1)
        }
    }

    @Test("reports a stored session that cannot be read")
    func corrupt() async throws {
        try await TestServer.serving { _ in
            .json("{}")
        } body: { server in
            let storage = SupabaseMemorySessionStorage()
            await storage.save(Data("no json".utf8))
            await #expect {
                try await Self.manager(server, storage: storage).restoreSession()
            } throws: {
                if case SupabaseSessionError.loadSessionFailed = $0 { true } else { false }
            }
        }
    }

    @Test(
        "a refused refresh ends the session",
        arguments: ["session_not_found", "session_expired", "refresh_token_not_found", "refresh_token_already_used"])
    func ends(code: String) async throws {
        try await TestServer.serving { _ in
            .json(#"{"code":"\#(code)","message":"m"}"#, status: 400)
        } body: { server in
            let storage = SupabaseMemorySessionStorage()
            let manager = Self.manager(server, storage: storage)
            try await manager.saveSession(for: Self.session(expiresIn: 10))
            await #expect {
                try await manager.checkSession()
            } throws: {
                if case SupabaseSessionError.sessionEnded(code) = $0 { true } else { false }
            }
            #expect(await manager.session == nil)
            #expect(await storage.load() == nil)
        }
    }

    @Test("a server in trouble does not end the session; a token that is still good is used")
    func trouble() async throws {
        try await TestServer.serving { _ in
            .json("{}", status: 503)
        } body: { server in
            let manager = Self.manager(server)
            let session = try Self.session(expiresIn: 3600)
            let shortlyBefore = Date(timeIntervalSince1970: TimeInterval(session.expiresAt - 20))
            let early = SupabaseSessionManager(config: server.config, storage: SupabaseMemorySessionStorage(), now: { shortlyBefore })
            try await early.saveSession(for: session)
            #expect(try await early.checkSession()?.accessToken == "old")
            try await manager.saveSession(for: Self.session(expiresIn: -1))
            await #expect(throws: SNMNetworkError.self) { try await manager.checkSession() }
            #expect(await manager.accessToken == "old")
        }
    }

    @Test("a refresh that ends after a sign-out does not bring the session back")
    func signedOutMeanwhile() async throws {
        try await TestServer.serving { _ in
            var response = TestServer.Response.json(Self.json(token: "new", refresh: "r2"))
            response.delay = 0.15
            return response
        } body: { server in
            let storage = SupabaseMemorySessionStorage()
            let manager = Self.manager(server, storage: storage)
            try await manager.saveSession(for: Self.session(expiresIn: 0))
            let check = Task { try await manager.checkSession() }
            while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            try await manager.deleteSession()
            await #expect(throws: SupabaseSessionError.self) { try await check.value }
            #expect(await manager.session == nil)
            #expect(await storage.load() == nil)
        }
    }

    @Test("a refresh that ends after another sign-in leaves the newer session alone")
    func signedInMeanwhile() async throws {
        try await TestServer.serving { _ in
            var response = TestServer.Response.json(Self.json(token: "new", refresh: "r2"))
            response.delay = 0.15
            return response
        } body: { server in
            let manager = Self.manager(server)
            try await manager.saveSession(for: Self.session(expiresIn: 0))
            let check = Task { try await manager.checkSession() }
            while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            try await manager.saveSession(for: Self.session(token: "other", expiresIn: 3600, refresh: "r9"))
            #expect(try await check.value?.accessToken == "other")
            #expect(await manager.accessToken == "other")
        }
    }

    /// A storage whose first write is slow, so that a second overtakes it unless the manager puts them in order.
    final class SlowStorage: SupabaseSessionStorage {
        let state = Mutex<(data: Data?, writes: Int)>((nil, 0))

        func load() -> Data? { state.withLock { $0.data } }

        func save(_ data: Data) async throws {
            let isFirst = state.withLock { state in
                state.writes += 1
                return state.writes == 1
            }
            if isFirst { try await Task.sleep(for: .milliseconds(100)) }
            state.withLock { $0.data = data }
        }

        func delete() { state.withLock { $0.data = nil } }
    }

    @Test("writes reach the storage in order")
    func ordered() async throws {
        try await TestServer.serving { _ in
            .json("{}")
        } body: { server in
            let storage = SlowStorage()
            let manager = Self.manager(server, storage: storage)
            let session = try Self.session(expiresIn: 3600)
            let save = Task { try await manager.saveSession(for: session) }
            while storage.state.withLock({ $0.writes }) == 0 { try await Task.sleep(for: .milliseconds(2)) }
            try await manager.deleteSession()
            try await save.value
            #expect(storage.load() == nil)
        }
    }

    @Test("a file holds the session for its owner only, and is replaced whole")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = SupabaseFileSessionStorage(url: folder.appendingPathComponent("deep/session.json"))
        #expect(try storage.load() == nil)
        try storage.delete()
        for text in ["a longer first session", "second"] {
            try storage.save(Data(text.utf8))
            #expect(try storage.load() == Data(text.utf8))
            let attributes = try FileManager.default.attributesOfItem(atPath: storage.url.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: storage.url.deletingLastPathComponent().path) == ["session.json"])
        try storage.delete()
        #expect(try storage.load() == nil)
    }

    @Test("a file that cannot be written is an error that names the cause")
    func unwritable() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("taken"), withIntermediateDirectories: true)
        let storage = SupabaseFileSessionStorage(url: folder.appendingPathComponent("taken"))
        #expect(throws: (any Error).self) { try storage.save(Data("x".utf8)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
    }
}
