import AuthService
import HTTPServing
import PostgresLink
import Sockets
import Synchronization

/// A running local Supabase: PostgreSQL, REST, Auth and Storage behind one address.
///
///     let server = try await MockServer.start(.ephemeral(migrations: .folder("migrations")))
///     let client = …(url: server.url, key: server.keys.anonKey)
///     await server.stop()
///
/// Any number of servers can run in one process; each has a database of its own.
public final class MockServer: Sendable {
    /// The base URL that clients use, such as `http://127.0.0.1:54321`.
    public let url: String
    /// Where the messages of Auth are read: a page, and Mailpit's API below `/api/v1`.
    public let inboxURL: String
    /// The database for `psql` and other tools.
    public let databaseURL: String
    /// The keys that clients send.
    public let keys: APIKeys
    /// What the user should know of the start: where data lives, what was skipped, in sentences.
    public let notices: [String]
    /// What the start took, from the call to the first answer that can be given.
    public let startTime: Duration

    private let running: RunningServer

    private init(_ running: RunningServer, startTime: Duration) {
        url = running.url
        inboxURL = running.inboxURL
        databaseURL = running.databaseURL
        keys = running.keys
        notices = running.notices
        self.startTime = startTime
        self.running = running
    }

    /// Starts a server and returns when it can answer.
    ///
    /// - Throws: ``StartError`` with the reason in a sentence: a port in use, no PostgreSQL, a migration that failed.
    public static func start(_ configuration: MockServerConfiguration = .ephemeral()) async throws -> MockServer {
        let start = ContinuousClock.now
        let running: RunningServer
        do {
            running = try await RunningServer.start(configuration)
        } catch let error as StartError {
            throw error
        } catch {
            throw StartError("\(error)")
        }
        return MockServer(running, startTime: ContinuousClock.now - start)
    }

    /// Finishes what is running, closes every connection, and stops the private PostgreSQL. Returns when all is done, within two
    /// seconds; an ephemeral database is gone then.
    public func stop() async {
        await running.stop()
    }

    /// Returns when the server has ended: stopped, or its PostgreSQL gone.
    public func waitUntilStopped() async {
        await running.waitUntilStopped()
    }
}
