import Foundation
import PostgresLink
import Sockets
import Testing

@testable import MockPostgrest

@Suite("Embedded PostgreSQL")
struct ClusterTests {
    @Test("starts as Supabase's clusters, and an ephemeral one leaves nothing behind")
    func ephemeral() async throws {
        let folder = try await ClusterFixture.withCluster(ClusterConfiguration(.ephemeral, port: .any)) { cluster in
            let session = try await Session.connect(cluster.connection(as: "postgres"), on: ClusterFixture.loop)
            defer { session.close() }
            #expect(try await ClusterFixture.value(session, "show timezone") == "UTC")
            #expect(try await ClusterFixture.value(session, "show server_encoding") == "UTF8")
            #expect(try await ClusterFixture.value(session, "show wal_level") == "logical")
            #expect(try await ClusterFixture.value(session, "show fsync") == "off")
            #expect(try await ClusterFixture.value(session, "show default_text_search_config") == "pg_catalog.english")
            #expect(try await ClusterFixture.value(session, "show data_directory") == "\(cluster.folder)/pgdata")
            if cluster.installation.majorVersion >= 15 {
                let order = try await ClusterFixture.column(session, "select * from (values ('b'), ('A'), ('a'), ('B')) as v order by 1")
                #expect(order == ["a", "A", "b", "B"])
            }
            return cluster.folder
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("asks for a password on TCP and for none on the private socket")
    func passwords() async throws {
        try await ClusterFixture.withCluster(ClusterConfiguration(.ephemeral, port: .any)) { cluster in
            let port = try #require(cluster.port)
            for user in ["postgres", "authenticator", "supabase_auth_admin", "supabase_storage_admin"] {
                var settings = ConnectionSettings(keywords: [
                    "host": "127.0.0.1", "port": "\(port)", "user": user, "dbname": "postgres", "password": "postgres",
                ])
                let session = try await Session.connect(settings, on: ClusterFixture.loop)
                session.close()
                settings["password"] = "wrong"
                let error = await ClusterFixture.error { _ = try await Session.connect(settings, on: ClusterFixture.loop) }
                #expect(error is DatabaseError)
            }
            let mode = try FileManager.default.attributesOfItem(atPath: cluster.socketFolder)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    @Test("keeps data in a folder, and refuses a second server on it")
    func folder() async throws {
        try await ClusterFixture.withFolder { path in
            let configuration = ClusterConfiguration(.folder("\(path)/data"))
            try await ClusterFixture.withCluster(configuration) { cluster in
                #expect(cluster.origin != .existing)
                let session = try await Session.connect(cluster.connection(as: "postgres"), on: ClusterFixture.loop)
                defer { session.close() }
                #expect(try await ClusterFixture.value(session, "show fsync") == "on")
                _ = try await session.runScript("create table kept (id int); insert into kept values (7)")
                let error = await ClusterFixture.error { _ = try await ClusterFixture.start(configuration) }
                #expect(error as? ClusterError == .inUse(folder: cluster.folder, process: Int(getpid())))
            }
            try await ClusterFixture.withCluster(configuration) { cluster in
                #expect(cluster.origin == .existing)
                #expect(cluster.timings.bootstrap < .milliseconds(20), "the bootstrap is applied once")
                #expect(cluster.notices.isEmpty)
                let session = try await Session.connect(cluster.connection(as: "postgres"), on: ClusterFixture.loop)
                defer { session.close() }
                #expect(try await ClusterFixture.value(session, "select id from kept") == "7")
            }
        }
    }

    @Test("recovers from a stale lock whose number is that of another program")
    func staleLock() async throws {
        try await ClusterFixture.withFolder { path in
            let configuration = ClusterConfiguration(.folder("\(path)/data"))
            let (pgdata, sockets) = try await ClusterFixture.withCluster(configuration) { ("\($0.folder)/pgdata", $0.socketFolder) }
            let stale = "\(getppid())\n\(pgdata)\n1\n5432\n\(sockets)\n\n  1 2\nready   \n"
            try stale.write(toFile: "\(pgdata)/postmaster.pid", atomically: false, encoding: .utf8)
            try stale.write(toFile: "\(sockets)/.s.PGSQL.5432.lock", atomically: false, encoding: .utf8)
            try await ClusterFixture.withCluster(configuration) { cluster in
                #expect(cluster.isRunning)
                #expect(cluster.notices.count == 1)
            }
        }
    }

    @Test("stops a PostgreSQL that lost its watcher, and goes on with its data")
    func orphan() async throws {
        try await ClusterFixture.withFolder { path in
            let configuration = ClusterConfiguration(.folder("\(path)/data"))
            try await ClusterFixture.turnstile.pass {
                let cluster = try await ClusterFixture.start(configuration)
                let session = try await Session.connect(cluster.connection(as: "postgres"), on: ClusterFixture.loop)
                _ = try await session.runScript("create table kept (id int); insert into kept values (7)")
                session.close()
                cluster.killWatcher()
                // Forgotten without a stop, as by a process that is killed.
            }
            #expect(await ClusterFixture.isUnlocked("\(path)/data"))
            try await ClusterFixture.withCluster(configuration) { cluster in
                #expect(cluster.notices.count == 1)
                let session = try await Session.connect(cluster.connection(as: "postgres"), on: ClusterFixture.loop)
                defer { session.close() }
                #expect(try await ClusterFixture.value(session, "select id from kept") == "7")
            }
        }
    }

    @Test("is left to its watcher when a process of it hangs, and can be started again")
    func hanging() async throws {
        try await ClusterFixture.withFolder { path in
            let configuration = ClusterConfiguration(.folder("\(path)/data"))
            try await ClusterFixture.turnstile.pass {
                let cluster = try await ClusterFixture.start(configuration)
                let session = try await Session.connect(cluster.connection(as: "postgres"), on: ClusterFixture.loop)
                let find = "select pid from pg_stat_activity where backend_type = 'checkpointer'"
                let found = try await ClusterFixture.value(session, find)
                session.close()
                // A process that is stopped is as deaf as one that waits for a disk.
                let checkpointer = try #require(found.flatMap { pid_t($0) })
                kill(checkpointer, SIGSTOP)
                let time = await ContinuousClock().measure { await cluster.stop() }
                // PostgreSQL itself gives up after five.
                #expect(time < .seconds(4))
                kill(checkpointer, SIGCONT)
            }
            try await ClusterFixture.withCluster(configuration) { cluster in
                #expect(cluster.origin == .existing)
            }
        }
    }

    @Test("says where it searched for PostgreSQL in vain")
    func noInstallation() async {
        var configuration = ClusterConfiguration(.ephemeral)
        configuration.binaries = "/nowhere/bin"
        let error = await ClusterFixture.error { _ = try await ClusterFixture.start(configuration) }
        #expect(error as? ClusterError == .noInstallation(searched: ["/nowhere/bin"]))
    }

    @Test("names the port that is taken")
    func takenPort() async throws {
        let listener = try Listener.bind(.loopback(port: 0), on: ClusterFixture.loop)
        let port = Int(try #require(listener.address.port))
        let error = await ClusterFixture.error {
            try await ClusterFixture.withCluster(ClusterConfiguration(.ephemeral, port: .fixed(port))) { _ in }
        }
        #expect(error as? ClusterError == .portInUse(port))
    }

    @Test("refuses data of another major version")
    func otherVersion() async throws {
        try await ClusterFixture.withFolder { path in
            try FileManager.default.createDirectory(atPath: "\(path)/data/pgdata", withIntermediateDirectories: true)
            try "9\n".write(toFile: "\(path)/data/pgdata/PG_VERSION", atomically: false, encoding: .utf8)
            if geteuid() == 0 {
                let user = try ServiceUser.current()
                for folder in ["data", "data/pgdata"] { chown("\(path)/\(folder)", user.id, user.group) }
            }
            let error = await ClusterFixture.error { _ = try await ClusterFixture.start(ClusterConfiguration(.folder("\(path)/data"))) }
            guard case .otherVersion(_, 9, _)? = error as? ClusterError else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("uses a socket elsewhere when the folder's path is too long for one")
    func longPath() async throws {
        try await ClusterFixture.withFolder { path in
            let long = path + "/" + String(repeating: "long-name-", count: 8)
            let socketFolder = try await ClusterFixture.withCluster(ClusterConfiguration(.folder(long))) { cluster in
                #expect(cluster.isRunning)
                #expect(!cluster.socketFolder.hasPrefix(path))
                return cluster.socketFolder
            }
            #expect(!FileManager.default.fileExists(atPath: socketFolder))
        }
    }

    @Test("puts root's data where the service's user can reach them", .enabled(if: geteuid() == 0, "only root needs another user"))
    func unreachable() async throws {
        try await ClusterFixture.withFolder { path in
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            let folder = try await ClusterFixture.withCluster(ClusterConfiguration(.folder("\(path)/data"))) { cluster in
                #expect(cluster.folder.hasPrefix("/var/tmp/mock-postgrest-"))
                #expect(cluster.notices.first?.contains(cluster.folder) == true)
                return cluster.folder
            }
            #expect(!FileManager.default.fileExists(atPath: "\(path)/data"))
            try FileManager.default.removeItem(atPath: folder)
        }
    }
}
