import Testing

@testable import RESTEngine

@Suite struct RESTConfigurationOptionsTests {
    @Test("has PostgREST's defaults")
    func defaults() throws {
        let configuration = try RESTConfiguration(options: ["db-schemas": "", "db-max-rows": "x", "unknown": "1"])
        #expect(configuration.schemas == ["public"] && configuration.extraSearchPath == ["public"])
        #expect(configuration.maxRows == nil && configuration.keys == nil && configuration.anonymousRole == nil)
        #expect(configuration.hoistedSettings.count == 3 && configuration.transactionEnd == .commit)
        #expect(configuration.allowedOrigins == nil && configuration.preparedStatements)
    }

    @Test("reads every option by its name")
    func all() throws {
        let configuration = try RESTConfiguration(options: [
            "db-schemas": "public, vet ,club", "db-extra-search-path": "", "db-anon-role": "anon", "db-max-rows": "1000",
            "db-aggregates-enabled": "TRUE", "db-plan-enabled": "1", "db-tx-end": "rollback-allow-override",
            "db-pre-request": "public.check",
            "db-root-spec": "root", "db-hoisted-tx-settings": "a,b", "db-prepared-statements": "false",
            "jwt-secret": "reallyreallyreallyreallyverysafe", "jwt-aud": "app", "jwt-role-claim-key": ".a.b",
            "openapi-mode": "ignore-privileges", "openapi-security-active": "true", "openapi-server-proxy-uri": "https://x.org/base",
            "server-host": "127.0.0.1", "server-port": "0", "server-cors-allowed-origins": "https://a.org, https://b.org",
            "server-timing-enabled": "true", "server-trace-header": "X-Id", "app.settings.b": "2", "app.settings.A": "1",
        ])
        #expect(configuration.schemas == ["public", "vet", "club"] && configuration.extraSearchPath == [])
        #expect(configuration.anonymousRole == "anon" && configuration.maxRows == 1000)
        #expect(configuration.aggregatesEnabled && configuration.planEnabled && !configuration.preparedStatements)
        #expect(configuration.transactionEnd == .rollbackAllowOverride && configuration.preRequest == "public.check")
        #expect(configuration.rootSpec == "root" && configuration.hoistedSettings == ["a", "b"])
        #expect(configuration.keys?.keys.count == 1 && configuration.audience == "app" && configuration.roleClaim != .role)
        #expect(configuration.openAPIMode == .ignorePrivileges && configuration.openAPISecurityActive)
        #expect(configuration.openAPIProxy == .init(scheme: "https", host: "x.org", port: 443, path: "/base"))
        #expect(configuration.serverHost == "127.0.0.1" && configuration.serverPort == 0)
        #expect(configuration.allowedOrigins == ["https://a.org", "https://b.org"] && configuration.serverTimingEnabled)
        #expect(configuration.traceHeader == "X-Id")
        #expect(configuration.applicationSettings.map(\.name) == ["app.settings.A", "app.settings.b"])
    }

    @Test("knows the older names, and prefers the newer")
    func aliases() throws {
        let configuration = try RESTConfiguration(options: [
            "db-schema": "old", "max-rows": "5", "db-max-rows": "6", "pre-request": "f", "root-spec": "r", "role-claim-key": ".x",
            "jwt-secret": "cmVhbGx5cmVhbGx5cmVhbGx5cmVhbGx5dmVyeXNhZmU.", "secret-is-base64": "true",
        ])
        #expect(configuration.schemas == ["old"] && configuration.maxRows == 6 && configuration.preRequest == "f")
        #expect(configuration.rootSpec == "r" && configuration.roleClaim != .role && configuration.keys?.keys.count == 1)
    }

    @Test(
        "refuses a wrong option in PostgREST's words",
        arguments: [
            ("db-tx-end", "maybe", "Error in config Invalid transaction termination. Check your configuration."),
            ("openapi-mode", "Disabled", "Error in config Invalid openapi-mode. Check your configuration."),
            ("jwt-secret", "short", "user error (The JWT secret must be at least 32 characters long.)"),
            ("jwt-aud", "a b:c", "Error in config jwt-aud should be a string or a valid URI"),
            ("jwt-aud", "http://%zz", "Error in config jwt-aud should be a string or a valid URI"),
            (
                "jwt-role-claim-key", "role",
                "Error in config \"failed to parse role-claim-key value (role)\" (line 1, column 1):\nunexpected \"r\""
            ),
            (
                "jwt-role-claim-key", ".a.",
                "Error in config \"failed to parse role-claim-key value (.a.)\" (line 1, column 4):\nunexpected end of input"
            ),
        ]
            + [
                "ftp://a.org", "https://", "https://me@a.org", "https://a.org?x", "https://a.org/#x", "a.org", "http://a.org:99999",
                "http://:80",
            ].map {
                (
                    "openapi-server-proxy-uri", $0,
                    "Error in config Malformed proxy uri, a correct example: https://example.com:8443/basePath"
                )
            })
    func refuses(name: String, value: String, message: String) {
        #expect(throws: OptionError(message)) { try RESTConfiguration(options: [name: value]) }
    }

    @Test("reads the secret from a file, without one newline at its end, then its base64")
    func secretFile() throws {
        let files = ["plain": "reallyreallyreallyreallyverysafe\n", "encoded": "cmVhbGx5cmVhbGx5cmVhbGx5cmVhbGx5dmVyeXNhZmU\n"]
        func configuration(_ options: [String: String]) throws(OptionError) -> RESTConfiguration {
            try RESTConfiguration(options: OptionTexts(options)) { path throws(OptionError) in
                guard let text = files[path] else { throw OptionError("\(path): no such file") }
                return Array(text.utf8)
            }
        }
        #expect(try configuration(["jwt-secret": "@plain"]).secret == Array("reallyreallyreallyreallyverysafe".utf8))
        let encoded = try configuration(["jwt-secret": "@encoded", "jwt-secret-is-base64": "true"])
        #expect(encoded.secret == Array("reallyreallyreallyreallyverysafe".utf8) && encoded.keys?.keys.count == 1)
        #expect(throws: OptionError("missing: no such file")) { try configuration(["jwt-secret": "@missing"]) }
        #expect(throws: OptionError("user error (The JWT secret is not valid base64.)")) {
            try configuration(["jwt-secret": "%%%", "secret-is-base64": "true"])
        }
    }

    @Test("accepts an audience", arguments: ["app", "urn:my:app", "https://a.org/x?y=%20"])
    func audience(text: String) throws {
        #expect(try RESTConfiguration(options: ["jwt-aud": text]).audience == text)
    }

    @Test(
        "reads a proxy's URI",
        arguments: [
            ("http://a.org", .init(scheme: "http", host: "a.org", port: 80, path: "/")),
            ("HTTPS://a.org:8443/b/c/", .init(scheme: "https", host: "a.org", port: 8443, path: "/b/c/")),
            ("http://[::1]:3000/x", .init(scheme: "http", host: "[::1]", port: 3000, path: "/x")),
        ] as [(String, RESTConfiguration.OpenAPIProxy)])
    func proxy(uri: String, proxy: RESTConfiguration.OpenAPIProxy) {
        #expect(RESTConfiguration.OpenAPIProxy(uri: uri) == proxy)
    }
}
