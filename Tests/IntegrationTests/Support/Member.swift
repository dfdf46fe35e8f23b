import Foundation
import SNMClient
import Synchronization
import Testing

/// Somebody who is signed in, with a device of their own.
struct Member: Sendable {
    let backend: SupabaseBackend
    let id: UUID
    let nickname: String

    var database: SupabaseDBManager { backend.database }
    var storage: SupabaseStorageManager { backend.storage }

    /// The token as it is now.
    var token: String {
        get async throws { try #require(await backend.session.accessToken) }
    }
}

extension SharedServer {
    /// The app on a device where nobody is signed in.
    func device(key: String? = nil) throws -> SupabaseBackend {
        let config = SupabaseConfig(baseURL: try #require(URL(string: server.url)), apiKey: key ?? server.keys.anonKey, bucket: "image")
        return SupabaseBackend(config: config, sessionStorage: SupabaseMemorySessionStorage())
    }

    /// A new anonymous user with a profile.
    func member() async throws -> Member {
        let backend = try device()
        let session = try await backend.auth.signInAnonymously()
        let member = Member(backend: backend, id: session.user.id, nickname: Unique.name())
        try await member.database.insertData().setTable("user_info")
            .setBody(Profile(id: member.id, nickname: member.nickname, introduction: "")).request()
        return member
    }
}

/// A row of `user_info`.
struct Profile: Codable, Sendable, Hashable {
    var id: UUID
    var nickname: String
    var introduction: String
}

/// Names that no other test uses.
enum Unique {
    private static let last = Atomic<Int>(0)
    private static let run = UInt32.random(in: 0...UInt32.max)

    static func name(_ prefix: String = "u") -> String {
        "\(prefix)\(String(run, radix: 36))-\(last.add(1, ordering: .relaxed).newValue)"
    }

    static func email() -> String { "\(name("mail"))@sniffmeet.example" }
}

/// What the server refused, as the client sees it.
func refusal(_ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async -> SNMNetworkError? {
    do {
        try await body()
        Issue.record("nothing was refused", sourceLocation: sourceLocation)
        return nil
    } catch let error as SNMNetworkError {
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return nil
    }
}

extension Data {
    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: self)
    }
}
