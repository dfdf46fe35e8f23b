import Testing

@testable import MockPostgrest

@Suite("The command line of rest")
struct RESTCommandLineTests {
    @Test(
        "is that of postgrest",
        arguments: [
            ([], .serve, nil), (["rest.conf"], .serve, "rest.conf"), (["--dump-config", "f"], .dumpConfiguration, "f"),
            (["f", "--dump-schema"], .dumpSchema, "f"), (["--ready"], .ready, nil), (["-e"], .example, nil), (["-v"], .version, nil),
            (["--dump-config", "--help"], .help, nil), (["--", "--help"], .serve, "--help"), (["--version", "--ready"], .version, nil),
        ] as [([String], RESTCommandLine.Action, String?)])
    func reads(arguments: [String], action: RESTCommandLine.Action, file: String?) throws {
        let line = try RESTCommandLine(arguments)
        #expect(line.action == action && line.file == file)
    }

    @Test("refuses what it does not know", arguments: [["--port", "1"], ["a", "b"], ["--dump-config", "--dump-schema"], ["-x"]])
    func refuses(arguments: [String]) {
        #expect(throws: UsageError.self) { try RESTCommandLine(arguments) }
    }

    @Test(
        "shows fatal errors as the original's runtime does",
        arguments: [("plain", "plain"), ("a \"b\"\nc\\", "a \\\"b\\\"\\nc\\\\"), ("é1", "\\233\\&1"), ("é ", "\\233 ")])
    func escapes(text: String, escaped: String) {
        #expect(HaskellText.escaped(text) == escaped)
    }
}
