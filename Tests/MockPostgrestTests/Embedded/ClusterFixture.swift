import Foundation
import PostgresLink
import Sockets
import Testing

@testable import MockPostgrest

/// What the tests of the embedded PostgreSQL share: the loop, the threads, a cache of templates, one cluster for all that only
/// look at the database.
enum ClusterFixture {
    static let loop: EventLoop = {
        do {
            return try EventLoop.started(name: "cluster-tests")
        } catch {
            preconditionFailure("the loop cannot start: \(error)")
        }
    }()

    static let offload: Offload = {
        do {
            return try Offload(threads: 8)
        } catch {
            preconditionFailure("no threads: \(error)")
        }
    }()

    /// Swift Testing starts all tests at once; clusters run two at a time.
    static let turnstile = Turnstile(places: 2)

    /// Has the template made from which the other clusters are copied.
    private static let shared = Task {
        let cluster = try await Cluster.start(ClusterConfiguration(.ephemeral, port: .any), on: loop, offload: offload)
        await cluster.settle(on: loop, offload: offload)
        return cluster
    }
    /// Tests that write the same rows would wait for each other's transactions, in different orders.
    private static let sharedTurnstile = Turnstile(places: 1)

    /// A session on the bootstrapped database in which nothing stays: the transaction is rolled back.
    static func withDatabase<R>(as user: String = "postgres", _ body: (Session) async throws -> R) async throws -> R {
        try await withSession(as: user) { session in
            _ = try await session.runScript("begin")
            return try await body(session)
        }
    }

    static func withSession<R>(as user: String = "postgres", _ body: (Session) async throws -> R) async throws -> R {
        let cluster = try await shared.value
        return try await sharedTurnstile.pass {
            let session = try await Session.connect(cluster.connection(as: user), on: loop)
            defer { session.close() }
            return try await body(session)
        }
    }

    static func withCluster<R: Sendable>(
        _ configuration: ClusterConfiguration, _ body: (Cluster) async throws -> R
    ) async throws -> R {
        try await turnstile.pass {
            let cluster = try await start(configuration)
            do {
                let result = try await body(cluster)
                await cluster.stop()
                return result
            } catch {
                await cluster.stop()
                throw error
            }
        }
    }

    /// A folder for one test, removed at its end; what the service's user may not remove, root may.
    static func withFolder<R>(_ body: (String) async throws -> R) async throws -> R {
        let path = "/tmp/mock-postgrest.test-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // Whoever runs PostgreSQL must be able to pass.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    static func start(_ configuration: ClusterConfiguration) async throws -> Cluster {
        _ = try await shared.value
        return try await Cluster.start(configuration, on: loop, offload: offload)
    }

    /// The error that `body` throws.
    static func error(_ body: () async throws -> Void) async -> (any Error)? {
        do {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    /// The SQLSTATE of the error with which the script fails on the database.
    static func serverError(of script: String) async -> PostgresError? {
        let error = await error { try await withDatabase { _ = try await $0.runScript(script) } }
        guard case .server(let report)? = error as? DatabaseError else { return nil }
        return report
    }

    static func value(_ session: Session, _ query: String) async throws -> String? {
        guard let result = try await session.runScript(query).last, result.rowCount > 0 else { return nil }
        return result.text(0, 0)
    }

    static func column(_ session: Session, _ query: String) async throws -> [String] {
        guard let result = try await session.runScript(query).last else { return [] }
        return (0..<result.rowCount).map { result.text($0, 0) ?? "NULL" }
    }

    /// Waits until nobody holds the folder's lock: here the owner is no process that ends, but a value whose last copy goes.
    static func isUnlocked(_ path: String) async -> Bool {
        await eventually { (try? Folder(path)).flatMap(FolderLock.takeAbandoned) != nil }
    }

    /// Until the condition holds, looking every few milliseconds; whether it came to hold.
    static func eventually(within time: Duration = .seconds(10), _ condition: () -> Bool) async -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + time
        while !condition() {
            guard clock.now < deadline else { return false }
            try? await loop.sleep(for: .milliseconds(3))
        }
        return true
    }
}

/// Lets a few in at a time.
actor Turnstile {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        free = places
    }

    nonisolated(nonsending)
        func pass<R>(_ body: () async throws -> R) async throws -> R
    {
        await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}
