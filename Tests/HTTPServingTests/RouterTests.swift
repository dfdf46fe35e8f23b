import HTTPServing
import Testing

@Suite("Router")
struct RouterTests {
    private static let router: Router = {
        var router = Router()
        let patterns: [(Method, String)] = [
            (.get, "/"), (.get, "/bucket"), (.post, "/bucket"), (.get, "/bucket/:id"), (.post, "/object/:bucket/*key"),
            (.get, "/object/public/:bucket/*key"), (.get, "/object/:bucket/*key"), (.get, "/object/list"), (.get, "/a/:x/c"),
            (.get, "/a/b/d"),
        ]
        for (method, pattern) in patterns {
            router.on(method, pattern) { _, parameters in
                let captured = ["id", "bucket", "key", "x"].compactMap { name in parameters[name].map { "\(name)=\($0)" } }
                return Response(Status(200), body: .text(([pattern] + captured).joined(separator: " ")))
            }
        }
        return router
    }()

    private func body(_ method: Method, _ target: String) async throws -> String {
        let response = try await Self.router.respond(to: Request(method, target))
        guard case .bytes(let bytes) = response.body else { return "-" }
        return "\(response.status.code) " + bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "finds the handler that fits best",
        arguments: [
            (Method.get, "/", "200 /"), (.get, "/bucket?x=y", "200 /bucket"), (.get, "/bucket/a%20b", "200 /bucket/:id id=a b"),
            (.get, "/bucket/a%2Fb", "200 /bucket/:id id=a/b"), (.post, "/object/b/x/y%20z", "200 /object/:bucket/*key bucket=b key=x/y z"),
            (.get, "/object/public/b/x/y", "200 /object/public/:bucket/*key bucket=b key=x/y"),
            (.get, "/object/public/b", "200 /object/:bucket/*key bucket=public key=b"),
            (.get, "/object/list", "200 /object/list"), (.get, "/a/b/c", "200 /a/:x/c x=b"), (.get, "/a/b/d", "200 /a/b/d"),
            (.get, "/object/b/", "200 /object/:bucket/*key bucket=b key="),
            (.get, "/nowhere", "404 Not Found"), (.get, "/bucket/", "404 Not Found"), (.get, "/Bucket", "404 Not Found"),
            (.get, "//bucket", "404 Not Found"),
            (.delete, "/bucket", "405 Method Not Allowed"),
        ])
    func routes(method: Method, target: String, answer: String) async throws {
        #expect(try await body(method, target) == answer)
    }

    @Test("lists the methods of a path")
    func methods() {
        #expect(Self.router.methods(for: "/bucket") == [.get, .post])
        #expect(Self.router.methods(for: "/object/list/x") == [.get, .post])
        #expect(Self.router.methods(for: "/nowhere") == [])
    }
}
