import Foundation
package import PostgresLink
package import Sockets
import Synchronization

/// A private PostgreSQL for a test run, in a folder under /tmp, reached by its Unix socket only.
///
///     let cluster = try await TestCluster.shared()
///     let settings = try await cluster.createDatabase()
///
/// A shell owns it, and reads commands from a pipe of ours: when this process ends, by whatever means, the pipe closes, and
/// the shell stops the server and removes the folder.
package final class TestCluster: Sendable {
    /// The folder of the socket.
    package let folder: String
    private let shell: Shell

    private static let starting = Task { try await TestCluster.start() }

    /// The loop on which all tests of a process run their sessions.
    package static let loop: EventLoop = {
        do {
            return try EventLoop.started(name: "test-loop")
        } catch {
            preconditionFailure("the loop cannot start: \(error)")
        }
    }()

    /// The cluster of this test process, started by the first who asks.
    package static func shared() async throws -> TestCluster {
        try await starting.value
    }

    /// A cluster of the caller's own, for tests that stop and start it.
    package static func start() async throws -> TestCluster {
        let shell = try Shell()
        let folder = try await shell.answer(to: nil)
        return TestCluster(folder: folder, shell: shell)
    }

    private init(folder: String, shell: Shell) {
        self.folder = folder
        self.shell = shell
    }

    /// Stops the server at once, as a crash would.
    package func stop() async throws {
        _ = try await shell.answer(to: "stop")
    }

    package func start() async throws {
        _ = try await shell.answer(to: "start")
    }

    package func conninfo(database: String = "postgres") -> ConnectionSettings {
        var settings = ConnectionSettings(keywords: ["host": folder, "user": "postgres", "dbname": database])
        // Many tests at once on a small machine: a slow connection is no failure here.
        settings.connectTimeout = .seconds(60)
        return settings
    }

    /// An empty database that no other test knows.
    package func createDatabase() async throws -> ConnectionSettings {
        let name = "test_\(Self.lastDatabase.add(1, ordering: .relaxed).newValue)"
        let session = try await Session.connect(conninfo(), on: Self.loop)
        defer { session.close() }
        _ = try await session.run(Statement("CREATE DATABASE \(identifier: name) STRATEGY file_copy", isPrepared: false))
        return conninfo(database: name)
    }

    private static let lastDatabase = Atomic<Int>(0)
}

/// The shell that owns the cluster. Each command is a line, and each answer.
private final class Shell: Sendable {
    private let commands: FileHandle
    private let answers: FileHandle
    /// Answers are read where blocking harms nobody.
    private let offload: Offload

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init() throws {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.asUnprivilegedUser, "sh", Self.script]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        commands = input.fileHandleForWriting
        answers = output.fileHandleForReading
        offload = try Offload(threads: 1)
    }

    func answer(to command: String?) async throws -> String {
        if let command { try commands.write(contentsOf: Data("\(command)\n".utf8)) }
        let line = try await offload.run { [answers] in
            var line: [UInt8] = []
            while let byte = try answers.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
            return String(decoding: line, as: UTF8.self)
        }
        guard line.hasPrefix("/") else { throw Failure(description: "no PostgreSQL for the tests: \(line)") }
        return line
    }

    /// PostgreSQL refuses to run as root.
    private static let asUnprivilegedUser = """
        [ "$(id -u)" = 0 ] || exec sh -c "$1"
        user=postgres; id "$user" >/dev/null 2>&1 || user=nobody
        cd /
        if command -v setpriv >/dev/null; then
            exec setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups sh -c "$1"
        fi
        exec runuser -u "$user" -- sh -c "$1"
        """

    private static let script = """
        trap '' INT HUP TERM
        folder=$(mktemp -d /tmp/mock-postgrest-test.XXXXXX) || exit 1
        cd "$folder"
        for bin in "$PG_BIN" "$(pg_config --bindir 2>/dev/null)" /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin \\
            /usr/local/opt/postgresql*/bin /Applications/Postgres.app/Contents/Versions/latest/bin
        do [ -x "$bin/initdb" ] && [ -x "$bin/postgres" ] && break; done
        control() { "$bin/pg_ctl" -D data -w -s "$@" </dev/null >>log 2>&1; }
        start() {
            control start -l server.log -o "-k $folder -c listen_addresses= -c fsync=off -c max_connections=300" &&
                echo "$folder" || echo "$(tail -n 3 log server.log | tr '\\n' ' ')"
        }
        LC_ALL=C "$bin/initdb" -D data -U postgres -A trust -E UTF8 --no-locale --no-sync >log 2>&1 </dev/null
        start
        while read -r command; do
            case $command in
                stop) control stop -m immediate; echo "$folder" ;;
                start) start ;;
            esac
        done
        control stop -m immediate
        cd /
        rm -rf "$folder"
        """
}
