import Foundation
import HTTPServing
import PostgresLink
import RESTEngine
import Synchronization
import Testing

@testable import MockPostgrest

@Suite("The log of rest")
struct RESTLogTests {
    /// What was written to a log.
    private final class Lines: Sendable {
        private let lines = Mutex<(output: [String], errors: [String])>(([], []))

        func log(_ level: RESTServerConfiguration.LogLevel) -> RESTLog {
            RESTLog(level: level) { stream, line in
                self.lines.withLock { lines in
                    switch stream {
                    case .output: lines.output.append(line)
                    case .errors: lines.errors.append(line)
                    }
                }
            }
        }

        var output: [String] { lines.withLock { $0.output } }
        var errors: [String] { lines.withLock { $0.errors } }
    }

    private static let time = "[0-9]{2}/[A-Z][a-z]{2}/[0-9]{4}:[0-9]{2}:[0-9]{2}:[0-9]{2} [+-][0-9]{4}"

    @Test("has a line for each request, as Apache's")
    func line() throws {
        let lines = Lines()
        let headers = Headers([("User-Agent", "curl/8"), ("Referer", "https://a.org/\u{1B}[31m")])
        let request = Request(.get, "/dogs?id=eq.1", headers: headers, peer: "127.0.0.1")
        let response = Response(Status(200), headers: Headers([("Content-Length", "56")]))
        lines.log(.info).write(request, response, RequestRecord(role: "anon"), withStatements: false)
        lines.log(.info).write(Request(.get, "/"), Response(Status(204)), RequestRecord(), withStatements: true)
        let first = try Regex(
            "127\\.0\\.0\\.1 - anon \\[\(Self.time)\\] \"GET /dogs\\?id=eq\\.1 HTTP/1\\.1\" 200 56 \"https://a\\.org/\\?\\[31m\" \"curl/8\"")
        #expect(try first.wholeMatch(in: lines.output[0]) != nil, "\(lines.output)")
        #expect(try Regex("- - - \\[\(Self.time)\\] \"GET / HTTP/1\\.1\" 204 - \"\" \"\"").wholeMatch(in: lines.output[1]) != nil)
    }

    @Test(
        "shows requests by their status",
        arguments: [(.crit, []), (.error, [500]), (.warn, [404, 500]), (.info, [200, 404, 500]), (.debug, [200, 404, 500])]
            as [(RESTServerConfiguration.LogLevel, [Int])])
    func levels(level: RESTServerConfiguration.LogLevel, shown: [Int]) {
        let log = RESTLog(level: level) { _, _ in }
        #expect([200, 404, 500].filter { log.shows(Status($0)) } == shown)
    }

    @Test("shows the statements of the requests it shows, each on a line")
    func statements() {
        let lines = Lines()
        var record = RequestRecord()
        record.statements = ["SELECT \(parameter: "x"),\n\t1", "SELECT 2"]
        for status in [200, 400] {
            lines.log(.warn).write(Request(.get, "/"), Response(Status(status)), record, withStatements: true)
        }
        #expect(lines.errors.map { $0.components(separatedBy: ": ").last } == ["SELECT $1, 1", "SELECT 2"])
        #expect(lines.output.count == 1)
    }

    @Test("tells of errors of the database, and once in a while that the pool is empty")
    func errors() {
        let lines = Lines()
        let log = lines.log(.error)
        let errors = [
            RESTError(504, "PGRST003", "Timed out"), RESTError(504, "PGRST003", "Timed out"), RESTError(500, "XX000", "internal"),
            RESTError(500, "PGRST300", "Server lacks JWT secret"), RESTError(400, "22P02", "invalid"),
        ]
        for error in errors {
            var record = RequestRecord()
            record.error = error
            log.write(Request(.get, "/"), error.response, record, withStatements: false)
        }
        #expect(lines.errors.count == 2)
        #expect(lines.errors[0].hasSuffix(#": {"code":"PGRST003","details":null,"hint":null,"message":"Timed out"}"#))
        #expect(lines.errors[1].contains("XX000"))
        lines.log(.crit).report(.requestFailed(errors[2]))
        #expect(lines.errors.count == 2)
    }

    @Test("tells of the server's life")
    func events() {
        let lines = Lines()
        let log = lines.log(.crit)
        var configuration = RESTConfiguration()
        configuration.schemas = ["public", "vet"]
        log.report(.listening(.loopback(port: 3000)))
        log.report(.listening(.unix(path: "/tmp/x.sock")))
        log.report(.schemaLoaded(SchemaSummary(SchemaCache(timezones: ["UTC"])), .microseconds(3850)))
        log.report(.schemaLoadFailed(Failure(DatabaseError.connection("no\n\tserver")), configuration, retryAfter: .seconds(2)))
        log.report(.notified(channel: "pgrst", schema: false))
        log.report(.gaveUp(.noRecovery))
        let expected = [
            "API server listening on 127.0.0.1:3000", "API server listening on /tmp/x.sock",
            "Schema cache queried in 3.8 milliseconds",
            "Schema cache loaded 0 Relations, 0 Relationships, 0 RPCs, 0 Domain Representations, 0 Media Type Handlers, 1 Timezones",
            "Failed to load the schema cache using db-schemas=public,vet and db-extra-search-path=public. no server",
            "Attempting to reconnect to the database in 2 seconds...",
            "Received a config reload message on the \"pgrst\" channel", "Automatic recovery disabled, exiting.",
        ]
        #expect(lines.errors.count == expected.count)
        for (line, text) in zip(lines.errors, expected) { #expect(line.hasSuffix(": " + text), "\(line)") }
    }

    @Test("writes times in the machine's zone")
    func time() throws {
        #expect(try Regex(Self.time).wholeMatch(in: LogTime(1_700_000_000).text) != nil)
        #expect(LogTime(1_700_000_000).text.contains("/Nov/2023:"))
    }
}
