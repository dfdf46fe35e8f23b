import RESTEngine
import Testing

@testable import MockPostgrest

@Suite("The dump of the configuration")
struct ConfigurationDumpTests {
    private func dump(_ options: OptionTexts) throws -> String {
        ConfigurationDump(
            try RESTServerConfiguration(options) { _ in [] }, try RESTConfiguration(options: options)).text
    }

    @Test("shows every option with its default")
    func defaults() throws {
        let text = try dump(OptionTexts())
        for line in [
            "db-anon-role = \"\"", "db-schemas = \"public\"", "db-max-rows = \"\"", "db-pool = 10", "db-config = true",
            "jwt-role-claim-key = \".\\\"role\\\"\"", "server-unix-socket-mode = \"660\"", "admin-server-port = \"\"",
            "log-level = \"error\"", "db-tx-end = \"commit\"",
        ] {
            #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
        }
    }

    @Test("can be read as a configuration file, with the same result")
    func roundTrip() throws {
        let options = OptionTexts([
            "db-schemas": "public, vet", "db-anon-role": "an\"on", "db-max-rows": "7", "db-plan-enabled": "1", "db-tx-end": "rollback",
            "jwt-secret": "cmVhbGx5cmVhbGx5cmVhbGx5cmVhbGx5dmVyeXNhZmU.", "jwt-secret-is-base64": "true", "jwt-aud": "app",
            "jwt-role-claim-key": ".realm.roles[?(@ ^== \"db_\")]", "openapi-server-proxy-uri": "https://a.org/x",
            "server-cors-allowed-origins": "https://a.org, https://b.org", "admin-server-port": "3001", "app.settings.region": "north",
            "db-pre-request": "public.check", "server-trace-header": "X-Id",
        ])
        let text = try dump(options)
        #expect(text.contains("jwt-role-claim-key = \".\\\"realm\\\".\\\"roles\\\"[?(@ ^== \\\"db_\\\")]\"\n"))
        #expect(text.contains("app.settings.region = \"north\"\n") && text.contains("db-schemas = \"public,vet\"\n"))
        let file = try ConfigurationFile.options(in: text, name: "dump") { _ in nil }
        #expect(try dump(OptionTexts(file: file, environment: [:])) == text)
    }

    @Test("and the example name the same options")
    func example() throws {
        let file = try ConfigurationFile.options(
            in: ExampleConfiguration.text.split(separator: "\n").map { $0.replacing(/^# (?=[a-z.-]+ = )/, with: "") }.joined(separator: "\n"),
            name: "example") { _ in nil }
        let dumped = try ConfigurationFile.options(in: dump(OptionTexts(["app.settings.region": "north"])), name: "dump") { _ in nil }
        #expect(Set(file.keys) == Set(dumped.keys))
    }
}
