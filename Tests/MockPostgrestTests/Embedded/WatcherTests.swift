import Foundation
import PostgresLink
import Testing

@testable import MockPostgrest

@Suite("The watcher")
struct WatcherTests {
    @Test("stops PostgreSQL and removes the ephemeral folder when its owner is killed")
    func ownerKilled() async throws {
        try await ClusterFixture.turnstile.pass {
            let left = try await Left { cluster in try cluster.launched.watcher.giveToProcess() }
            try await ClusterFixture.loop.sleep(for: .milliseconds(50))
            #expect(kill(left.postgres, 0) == 0, "the other process owns it now")

            let killed = ContinuousClock.now
            kill(left.value, SIGKILL)
            #expect(await ClusterFixture.eventually { !FileManager.default.fileExists(atPath: left.folder) })
            print("after kill -9, PostgreSQL and its folder were gone in", ContinuousClock.now - killed)
            #expect(kill(left.postgres, 0) != 0)
            _ = try await ClusterFixture.offload.run { Spawn.wait(for: left.value) }
        }
    }

    @Test("stops PostgreSQL when its cluster is forgotten")
    func forgotten() async throws {
        try await ClusterFixture.turnstile.pass {
            let left = try await Left { _ in }
            #expect(await ClusterFixture.eventually { !FileManager.default.fileExists(atPath: left.folder) })
        }
    }

    @Test("is replaced by the next start if it was killed, too")
    func allKilled() async throws {
        try await ClusterFixture.turnstile.pass {
            let left = try await Left { cluster in cluster.killWatcher() }
            #expect(kill(left.postgres, 0) == 0)
            #expect(await ClusterFixture.isUnlocked(left.folder))
            let next = try await ClusterFixture.start(ClusterConfiguration(.ephemeral))
            #expect(!FileManager.default.fileExists(atPath: left.folder))
            #expect(kill(left.postgres, 0) != 0)
            await next.stop()
        }
    }
}

/// What is left of an ephemeral cluster that was forgotten without a stop.
private struct Left<Value: Sendable>: Sendable {
    let folder: String
    let postgres: pid_t
    let value: Value

    init(after body: (Cluster) throws -> Value) async throws {
        let cluster = try await ClusterFixture.start(ClusterConfiguration(.ephemeral))
        folder = cluster.folder
        postgres = try #require(cluster.postmaster)
        // What the server puts beside the data goes, too, even if another user owns it.
        try FileManager.default.createDirectory(atPath: "\(folder)/objects/content", withIntermediateDirectories: true)
        value = try body(cluster)
    }
}

extension Cluster {
    nonisolated var postmaster: pid_t? {
        (try? Folder("\(folder)/pgdata"))?.read("postmaster.pid").flatMap(Postmaster.init)?.process
    }

    /// As a machine that runs out of memory does it.
    nonisolated func killWatcher() {
        kill(launched.watcher.shell, SIGKILL)
        Spawn.wait(for: launched.watcher.shell)
    }
}

extension Watcher {
    /// Leaves the only writing end of the pipe to another process, which does nothing: what happens to that process is what could
    /// happen to us.
    fileprivate func giveToProcess() throws -> pid_t {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", O_RDWR).duplicate()
        let control = try #require(control.withLock { $0 }).duplicate()
        return try Spawn.start(["sleep", "600"], descriptors: [nowhere, control])
    }
}
