import PostgresLink
import RESTEngine
import Sockets
import Testing

@testable import MockPostgrest

@Suite("Options of the REST process")
struct RESTServerConfigurationTests {
    private func configuration(_ options: [String: String]) throws(OptionError) -> RESTServerConfiguration {
        try RESTServerConfiguration(OptionTexts(options)) { path throws(OptionError) in
            guard path == "uri" else { throw OptionError("\(path): no such file") }
            return Array("  postgresql://db/app\n".utf8)
        }
    }

    @Test("are PostgREST's, with its defaults where nothing else is said")
    func defaults() throws {
        let defaults = try configuration(["db-pool": "many", "server-port": "", "db-pool-automatic-recovery": "maybe"])
        #expect(defaults == (try configuration([:])))
        #expect(defaults.port == 3000 && defaults.host == "!4" && defaults.adminPort == nil && defaults.logLevel == .error)
        #expect(defaults.poolSize == 10 && defaults.idleTime == 30 && defaults.recoversAutomatically)
    }

    @Test("are read by name")
    func all() throws {
        let read = try configuration([
            "db-uri": "@uri", "db-pool": "3", "db-pool-acquisition-timeout": "4", "db-pool-max-idletime": "5", "db-pool-max-lifetime": "6",
            "db-pool-automatic-recovery": "false", "server-host": "*6", "server-port": "4000", "admin-server-port": "4001",
            "server-unix-socket": "/tmp/x.sock", "server-unix-socket-mode": "700", "log-level": "debug", "server-reuseport": "true",
        ])
        #expect(read.databaseURI == "postgresql://db/app" && read.poolSize == 3 && read.acquisitionTimeout == 4)
        #expect(read.idleTime == 5 && read.maximumLifetime == 6 && !read.recoversAutomatically)
        #expect(read.host == "*6" && read.adminHost == "*6" && read.port == 4000 && read.adminPort == 4001)
        #expect(read.unixSocket == "/tmp/x.sock" && read.unixSocketMode == 0o700 && read.logLevel == .debug && read.sharesPort)
        let older = try configuration(["db-pool-timeout": "7", "db-pool-max-idletime": "8", "admin-server-host": "!4"])
        #expect(older.idleTime == 7 && older.adminHost == "!4")
    }

    @Test(
        "are refused in PostgREST's words",
        arguments: [
            (["log-level": "INFO"], "Error in config Invalid logging level. Check your configuration."),
            (["admin-server-port": "3000"], "Error in config admin-server-port cannot be the same as server-port"),
            (["server-unix-socket-mode": "x77"], "Error in config Invalid server-unix-socket-mode: not an octal"),
            (
                ["server-unix-socket-mode": "577"],
                "Error in config Invalid server-unix-socket-mode: needs to be between 600 and 777"
            ),
            (
                ["server-unix-socket-mode": "77777777777777"],
                "Error in config Invalid server-unix-socket-mode: needs to be between 600 and 777"
            ),
            (["server-port": "65536"], "Error in config server-port must be between 0 and 65535, not 65536"),
            (["db-uri": "@nowhere"], "nowhere: no such file"),
        ])
    func refuses(options: [String: String], message: String) {
        #expect(throws: OptionError(message)) { try configuration(options) }
    }

    @Test("let a connection string that libpq does not understand fail at each attempt, not at the start")
    func malformedURI() async throws {
        let connection = try configuration(["db-uri": "postgresql://[::"]).connection
        await #expect(throws: DatabaseError.self) { try await Session.connect(connection, on: EventLoop.started(name: "unused")) }
    }

    @Test("announce us to the database, unless the connection string announces something else")
    func applicationName() throws {
        #expect(try configuration([:]).connection["fallback_application_name"] == "PostgREST 14.17")
        #expect(try configuration(["db-uri": "postgresql:///?application_name=app"]).connection.applicationName == "app")
    }

    @Test(
        "name the addresses to try",
        arguments: [
            ("!4", [ListenCandidate(address: .ipv4(0, port: 80))]),
            ("!6", [ListenCandidate(address: .ipv6(.init(high: 0, low: 0), port: 80))]),
            ("127.0.0.1", [ListenCandidate(address: .loopback(port: 80))]),
            (
                "*4",
                [
                    ListenCandidate(address: .ipv4(0, port: 80)),
                    ListenCandidate(address: .ipv6(.init(high: 0, low: 0), port: 80), takesBothFamilies: true),
                ]
            ),
            (
                "*",
                [
                    ListenCandidate(address: .ipv6(.init(high: 0, low: 0), port: 80), takesBothFamilies: true),
                    ListenCandidate(address: .ipv4(0, port: 80)),
                ]
            ),
        ])
    func hosts(host: String, candidates: [ListenCandidate]) throws {
        #expect(try ListenCandidate.all(host: host, port: 80) == candidates)
    }

    @Test("are found from this machine, wildcards too")
    func reachable() {
        #expect(Address.ipv4(0, port: 80).reachable == .loopback(port: 80))
        #expect(Address.ipv6(.init(high: 0, low: 0), port: 80).reachable.description == "[::1]:80")
        #expect(Address.unix(path: "/tmp/x").reachable == .unix(path: "/tmp/x"))
    }
}
