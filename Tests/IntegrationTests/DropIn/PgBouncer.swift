import Foundation
import TestSupport

/// A PgBouncer in transaction mode before the tests' PostgreSQL, reached by a Unix socket alone.
final class PgBouncer: Sendable {
    let uri: String
    private let process: Process
    private let folder: URL

    /// The program; nil where it is not installed.
    static let path = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer", "/usr/local/bin/pgbouncer"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether it follows prepared statements from one server's session to the other: since 1.21.
    static let followsPreparedStatements: Bool = {
        guard let path, let text = try? output(of: path, ["--version"]) else { return false }
        let numbers = text.split(separator: " ").dropFirst().first?.split(separator: ".").prefix(2).compactMap { Int($0) } ?? []
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (1, 21)
    }()

    static func with<R: Sendable>(_ database: DropInDatabase, _ body: @Sendable (PgBouncer) async throws -> R) async throws -> R {
        let pooler = try PgBouncer(database)
        defer { pooler.stop() }
        try await waitUntil(within: .seconds(30)) {
            FileManager.default.fileExists(atPath: pooler.folder.appendingPathComponent(".s.PGSQL.6432").path)
        }
        return try await body(pooler)
    }

    private init(_ database: DropInDatabase) throws {
        folder = URL(fileURLWithPath: "/tmp/mock-postgrest-pooler-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
        // The folder is everybody's for this moment, because the umask may have taken that from it.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let configuration = folder.appendingPathComponent("pgbouncer.ini")
        try Data(
            """
            [databases]
            * = host=\(database.folder)
            [pgbouncer]
            pool_mode = transaction
            unix_socket_dir = \(folder.path)
            unix_socket_mode = 0777
            listen_port = 6432
            auth_type = trust
            auth_file = \(folder.path)/users
            default_pool_size = 3
            \(Self.followsPreparedStatements ? "max_prepared_statements = 100" : "")
            """.utf8
        ).write(to: configuration)
        try Data("\"\(database.role)\" \"\"\n".utf8).write(to: folder.appendingPathComponent("users"))
        uri = "postgresql://\(database.role)@/\(database.name)?host=\(folder.path)&port=6432"
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // It refuses to run as root.
        process.arguments = [
            "-c",
            """
            [ "$(id -u)" = 0 ] || exec "$1" "$2"
            user=postgres; id "$user" >/dev/null 2>&1 || user=nobody
            exec setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups "$1" "$2"
            """, "sh", Self.path ?? "", configuration.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    private func stop() {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func output(of path: String, _ arguments: [String]) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
