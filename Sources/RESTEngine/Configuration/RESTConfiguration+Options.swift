import Tokens

extension RESTConfiguration {
    /// Reads options under PostgREST's names (`db-schemas`, `jwt-secret`, `app.settings.region`, …). Unknown names are left to
    /// others. Options from the database are put over those of file and environment before they come here
    /// (``OptionTexts/overridden(by:)``).
    ///
    /// - Parameter contents: of the file that `@path` in place of the secret names.
    package init(
        options: OptionTexts, contents: (_ path: String) throws(OptionError) -> [UInt8] = Self.noFiles
    ) throws(OptionError) {
        self.init()
        readDatabase(options)
        transactionEnd = try options.value("db-tx-end", or: .transactionEnd) ?? transactionEnd
        try readTokens(options, contents)
        try readOpenAPI(options)
        readServer(options)
        applicationSettings = options.all(withPrefix: "app.settings.")
    }

    package init(options: [String: String]) throws(OptionError) {
        try self.init(options: OptionTexts(options))
    }

    /// For a server whose options are its own.
    package static func noFiles(_ path: String) throws(OptionError) -> [UInt8] {
        throw OptionError("\(path): files are not read here")
    }

    private mutating func readDatabase(_ options: OptionTexts) {
        schemas = options.list("db-schemas", "db-schema") ?? schemas
        extraSearchPath = options.listOrEmpty("db-extra-search-path") ?? extraSearchPath
        anonymousRole = options.text("db-anon-role")
        maxRows = options.number("db-max-rows", "max-rows")
        aggregatesEnabled = options.flag("db-aggregates-enabled") ?? aggregatesEnabled
        planEnabled = options.flag("db-plan-enabled") ?? planEnabled
        preRequest = options.text("db-pre-request", "pre-request")
        rootSpec = options.text("db-root-spec", "root-spec")
        hoistedSettings = options.list("db-hoisted-tx-settings") ?? hoistedSettings
        preparedStatements = options.flag("db-prepared-statements") ?? preparedStatements
        timezonesEnabled = options.flag("db-timezone-enabled") ?? timezonesEnabled
        readsDatabaseConfiguration = options.flag("db-config") ?? readsDatabaseConfiguration
        preConfiguration = options.text("db-pre-config")
        channel = options.text("db-channel") ?? channel
        listens = options.flag("db-channel-enabled") ?? listens
    }

    private mutating func readTokens(
        _ options: OptionTexts, _ contents: (String) throws(OptionError) -> [UInt8]
    ) throws(OptionError) {
        secretIsBase64 = options.flag("jwt-secret-is-base64", "secret-is-base64") ?? secretIsBase64
        if let text = options.text("jwt-secret") {
            var secret = Array(text.utf8)
            if text.hasPrefix("@") {
                secret = try contents(String(text.dropFirst()))
                if secret.last == UInt8(ascii: "\n") { secret.removeLast() }
            }
            guard let bytes = secretIsBase64 ? Self.decodedSecret(secret) : secret else { throw .secretEncoding }
            do { keys = try KeySet(secret: bytes) } catch { throw .secretLength }
            self.secret = bytes
        }
        tokenCacheSize = max(0, options.number("jwt-cache-max-entries") ?? tokenCacheSize)
        audience = options.text("jwt-aud")
        if let audience, !audience.isStringOrURI { throw .audience }
        if let path = options.text("jwt-role-claim-key", "role-claim-key") {
            do { roleClaim = try RoleClaimPath(path) } catch { throw .roleClaim(error) }
        }
    }

    private mutating func readOpenAPI(_ options: OptionTexts) throws(OptionError) {
        openAPIMode = try options.value("openapi-mode", or: .openAPIMode) ?? openAPIMode
        openAPISecurityActive = options.flag("openapi-security-active") ?? openAPISecurityActive
        if let uri = options.text("openapi-server-proxy-uri") {
            guard let proxy = OpenAPIProxy(uri: uri) else { throw .proxyURI }
            openAPIProxy = proxy
            openAPIProxyURI = uri
        }
    }

    private mutating func readServer(_ options: OptionTexts) {
        serverHost = options.text("server-host") ?? serverHost
        serverPort = options.number("server-port").flatMap { UInt16(exactly: $0) }.map(Int.init) ?? serverPort
        allowedOrigins = options.list("server-cors-allowed-origins")
        serverTimingEnabled = options.flag("server-timing-enabled") ?? serverTimingEnabled
        traceHeader = options.text("server-trace-header")
        logsQueries = options.flag("log-query") ?? logsQueries
    }

    /// Base64 in either alphabet, where `.` may stand for `=`.
    private static func decodedSecret(_ text: [UInt8]) -> [UInt8]? {
        Base64.decode(
            String(decoding: text, as: UTF8.self).trimmed.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                case UInt8(ascii: "."): UInt8(ascii: "=")
                default: byte
                }
            })
    }
}

extension OptionTexts {
    /// One of the words of an option that has a fixed set of them.
    package func value<Word: RawRepresentable<String>>(
        _ name: String, or error: OptionError
    ) throws(OptionError) -> Word? {
        guard let text = text(name) else { return nil }
        guard let word = Word(rawValue: text) else { throw error }
        return word
    }
}

extension String {
    /// RFC 7519 §2: any text, but a URI when it holds a colon.
    fileprivate var isStringOrURI: Bool {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let scheme = utf8[..<colon]
        guard let first = scheme.first, first.isLetter else { return false }
        return scheme.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) } && isWrittenAsURI
    }

    /// RFC 3986 §2: only the characters of a URI, each percent sign before two hexadecimal digits.
    private var isWrittenAsURI: Bool {
        let bytes = Array(utf8)
        return bytes.indices.allSatisfy { index in
            if bytes[index] == UInt8(ascii: "%") {
                return index + 2 < bytes.count && bytes[index + 1].isHexadecimal && bytes[index + 2].isHexadecimal
            }
            return bytes[index].isLetter || bytes[index].isDigit || "-._~:/?#[]@!$&'()*+,;=".utf8.contains(bytes[index])
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isHexadecimal: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
