package import HTTPServing
import JSONText
import Synchronization
import Tokens

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes one line for each request: method, path, status, time, role. No query string, no headers, no bodies: they hold secrets.
package struct RequestLog: Responder {
    package enum Style: Sendable {
        case plain
        case coloured
        case json
        case silent

        /// Colours where a person is watching.
        package static var automatic: Style { isatty(STDOUT_FILENO) == 1 ? .coloured : .plain }
    }

    private let inner: any Responder
    private let style: Style

    package init(_ inner: any Responder, style: Style) {
        self.inner = inner
        self.style = style
    }

    package func respond(to request: Request) async throws -> Response {
        if case .silent = style { return try await inner.respond(to: request) }
        let start = ContinuousClock.now
        do {
            let response = try await inner.respond(to: request)
            write(request, response.status.code, start)
            return response
        } catch {
            write(request, (error as? any ResponseError)?.response.status.code ?? (error is CancellationError ? 499 : 500), start)
            throw error
        }
    }

    private func write(_ request: Request, _ status: Int, _ start: ContinuousClock.Instant) {
        let microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
        let role = RoleName.shown(in: request)
        switch style {
        case .silent:
            break
        case .json:
            let line: JSON = [
                "method": .string(request.method.rawValue), "path": .string(request.target.path), "status": .number(String(status)),
                "microseconds": .number(String(microseconds)), "role": .string(role),
            ]
            Log.write(line.serialized())
        case .plain, .coloured:
            let time = "\(microseconds / 1000).\(microseconds / 100 % 10) ms"
            var code = String(status)
            if case .coloured = style { code = "\u{1B}[\(Self.colour(status))m\(code)\u{1B}[0m" }
            Log.write("\(request.method.rawValue) \(request.target.path.printable) \(code) \(time) \(role)")
        }
    }

    private static func colour(_ status: Int) -> Int {
        switch status {
        case ..<300: 32
        case ..<400: 36
        case ..<500: 33
        default: 31
        }
    }
}

/// The role that a request claims, read from its token without believing it: good enough for a log.
private enum RoleName {
    static func shown(in request: Request) -> String {
        guard let token = request.headers["Authorization"]?.split(separator: " ").last ?? request.headers["apikey"].map({ $0[...] })
        else { return "anon" }
        if token.hasPrefix("sb_secret_") { return "service_role" }
        if token.hasPrefix("sb_publishable_") { return "anon" }
        return claimedRole(String(token)) ?? "?"
    }

    private static func claimedRole(_ token: String) -> String? {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])), let claims = try? JSON(parsing: payload),
            let role = claims["role"]?.string, role.utf8.count <= 63
        else { return nil }
        return role.printable
    }
}

extension String {
    /// Control characters, with which a client could forge lines or drive a terminal, made visible.
    var printable: String {
        unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            ? String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 })) : self
    }
}

/// `write(2)`, which the method below would shadow.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// Lines to standard output, whole ones, from any thread.
enum Log {
    private static let lock = Mutex(())

    static func write(_ line: String) {
        write(Array(line.utf8))
    }

    static func write(_ line: [UInt8]) {
        let bytes = line + [UInt8(ascii: "\n")]
        lock.withLock { _ in
            // A full pipe or a closed terminal must not stop the server: what cannot be written is lost.
            _ = bytes.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
