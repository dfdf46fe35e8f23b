package import RESTEngine

/// What `mock-postgrest rest` is configured by beside the options that requests depend on: those of the process, which a reload
/// checks and leaves as they were (rest.md 13.4).
package struct RESTServerConfiguration: Sendable, Hashable {
    package var databaseURI = "postgresql://"
    package var poolSize = 10
    package var acquisitionTimeout = 10
    package var idleTime = 30
    package var maximumLifetime = 1800
    /// Off: the first lost or refused connection ends the process.
    package var recoversAutomatically = true
    package var host = "!4"
    package var port: UInt16 = 3000
    /// Other processes may listen on the same port.
    package var sharesPort = false
    /// In place of the port.
    package var unixSocket: String?
    package var unixSocketMode: UInt32 = 0o660
    package var adminHost = "!4"
    package var adminPort: UInt16?
    package var logLevel = LogLevel.error

    package enum LogLevel: String, Sendable, Comparable, CaseIterable {
        case crit, error, warn, info, debug

        package static func < (left: Self, right: Self) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// - Parameter contents: of the file that `@path` in place of the connection string names.
    /// - Throws: ``OptionError`` with PostgREST's words.
    package init(
        _ options: OptionTexts, contents: (_ path: String) throws(OptionError) -> [UInt8]
    ) throws(OptionError) {
        readPool(options)
        logLevel = try options.value("log-level", or: .logLevel) ?? logLevel
        host = options.text("server-host") ?? host
        port = try options.port("server-port") ?? port
        sharesPort = options.flag("server-reuseport") ?? sharesPort
        unixSocket = options.text("server-unix-socket")
        if let mode = options.text("server-unix-socket-mode") { unixSocketMode = try Self.mode(mode) }
        adminHost = options.text("admin-server-host", "server-host") ?? adminHost
        adminPort = try options.port("admin-server-port")
        guard adminPort == nil || adminPort != port || port == 0 else { throw .samePorts }
        databaseURI = options.text("db-uri") ?? databaseURI
        if databaseURI.hasPrefix("@") {
            let text = String(decoding: try contents(String(databaseURI.dropFirst())), as: UTF8.self)
            databaseURI = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    private mutating func readPool(_ options: OptionTexts) {
        poolSize = max(1, options.number("db-pool") ?? poolSize)
        acquisitionTimeout = options.seconds("db-pool-acquisition-timeout") ?? acquisitionTimeout
        // The older name wins over the newer one.
        idleTime = options.seconds("db-pool-timeout", "db-pool-max-idletime") ?? idleTime
        maximumLifetime = options.seconds("db-pool-max-lifetime") ?? maximumLifetime
        recoversAutomatically = options.flag("db-pool-automatic-recovery") ?? recoversAutomatically
    }

    /// The octal digits at the beginning count.
    private static func mode(_ text: String) throws(OptionError) -> UInt32 {
        let digits = text.prefix { ("0"..."7").contains($0) }
        guard !digits.isEmpty else { throw .socketMode("not an octal") }
        guard let mode = UInt32(digits, radix: 8), (0o600...0o777).contains(mode) else {
            throw .socketMode("needs to be between 600 and 777")
        }
        return mode
    }
}

/// The version of PostgREST that we are as.
package enum PostgRESTVersion {
    package static let current = "14.17"
}

extension OptionTexts {
    fileprivate func port(_ name: String) throws(OptionError) -> UInt16? {
        guard let number = number(name) else { return nil }
        guard let port = UInt16(exactly: number) else { throw .port(name, number) }
        return port
    }

    fileprivate func seconds(_ names: String...) -> Int? {
        // A century is for ever, and does not overflow in nanoseconds.
        names.lazy.compactMap { number($0) }.first.map { min(max(0, $0), 3_000_000_000) }
    }
}

extension OptionError {
    fileprivate static let logLevel = invalid("Invalid logging level. Check your configuration.")
    fileprivate static let samePorts = invalid("admin-server-port cannot be the same as server-port")

    fileprivate static func socketMode(_ reason: String) -> Self {
        invalid("Invalid server-unix-socket-mode: \(reason)")
    }

    fileprivate static func port(_ name: String, _ number: Int) -> Self {
        invalid("\(name) must be between 0 and 65535, not \(number)")
    }
}
