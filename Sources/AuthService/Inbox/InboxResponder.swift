package import HTTPServing
import JSONText
import PostgresLink

/// The inbox over HTTP, as far as tests use Mailpit's: list, search, get, delete, source, HTML, text; and a page for people.
///
///     GET /api/v1/search?query=to:"ann@example.org"
///     GET /api/v1/message/latest
///     GET /api/v1/next?to=ann@example.org&timeout=5      waits for the next message, which only this call has
///
/// Everybody who reaches the port can read: it is bound to this machine, as the database is.
package struct InboxResponder: Sendable {
    private let store: InboxStore
    private let sleep: @Sendable (Duration) async throws -> Void
    private var router = Router()

    /// - Parameter sleep: waits without keeping a thread.
    package init(store: InboxStore, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.store = store
        self.sleep = sleep
        let routes = self
        router.on(.get, "/") { _, _ in try await routes.listPage() }
        router.on(.get, "/message/:id") { try await routes.messagePage($1["id"] ?? "") ?? .missing }
        router.on(.get, "/view/:file") { try await routes.view($1["file"] ?? "") ?? .missing }
        router.on(.get, "/api/v1/messages") { request, _ in try await routes.list(request, nil) }
        router.on(.get, "/api/v1/search") { request, _ in try await routes.list(request, routes.search(request)) }
        router.on(.get, "/api/v1/message/:id") { try await routes.json(InboxQueries.open($1["id"] ?? "")) ?? .missing }
        router.on(.get, "/api/v1/message/:id/raw") { try await routes.raw($1["id"] ?? "") ?? .missing }
        router.on(.get, "/api/v1/message/:id/headers") { try await routes.headers($1["id"] ?? "") ?? .missing }
        router.on(.get, "/api/v1/next") { request, _ in try await routes.next(request) }
        router.on(.get, "/api/v1/tags") { _, _ in .inboxJSON(Array("[]".utf8)) }
        router.on(.get, "/api/v1/info") { _, _ in
            try await routes.json(
                "SELECT json_build_object('Version', 'mock-postgrest', 'Messages', count(*), 'Unread', count(*) FILTER (WHERE NOT is_read)) FROM mock_postgrest.messages"
            ) ?? .missing
        }
        router.on(.delete, "/api/v1/messages") { request, _ in
            try await routes.change(InboxQueries.delete(routes.ids(request)))
        }
        router.on(.delete, "/api/v1/search") { request, _ in
            try await routes.change(InboxQueries.delete(where: routes.search(request)))
        }
        router.on(.put, "/api/v1/messages") { request, _ in
            let body = try await routes.body(request)
            let ids = body["IDs"]?.array?.compactMap(\.string)
            return try await routes.change(InboxQueries.mark(ids?.isEmpty == true ? nil : ids, isRead: body["Read"]?.bool ?? false))
        }
        for path in ["/livez", "/readyz"] { router.on(.get, path) { _, _ in .inboxText("ok") } }
    }
}

extension InboxResponder: Responder {
    package func respond(to request: Request) async throws -> Response {
        do {
            return try await router.respond(to: request)
        } catch is BodyTooLarge {
            return .inboxText("the body is too large", status: 413)
        } catch let error as DatabaseError {
            return .inboxText("the database does not answer: \(error)", status: 503)
        }
    }
}

// MARK: - The API

extension InboxResponder {
    private func list(_ request: Request, _ condition: SQL?) async throws -> Response {
        let query = QueryPairs(request.target.query)
        let start = query["start"].flatMap { Int($0) } ?? 0
        let limit = query["limit"].flatMap { Int($0) } ?? 50
        // 0 means all to Mailpit.
        let kept = limit <= 0 ? Limits.inboxPage : min(limit, Limits.inboxPage)
        return try await json(InboxQueries.list(condition, start: max(0, start), limit: kept)) ?? .missing
    }

    private func search(_ request: Request) -> SQL {
        InboxSearch(QueryPairs(request.target.query)["query"] ?? "").condition
    }

    /// Waits until there is a message that nobody has read.
    private func next(_ request: Request) async throws -> Response {
        let query = QueryPairs(request.target.query)
        guard let to = query["to"], !to.isEmpty, !to.utf8.contains(0) else {
            return .inboxText("'to' is missing: /api/v1/next?to=ann@example.org&timeout=10", status: 400)
        }
        let seconds = min(max(query["timeout"].flatMap { Double($0) } ?? 10, 0), Limits.inboxWait)
        let statement = InboxQueries.takeNext(to: to.hasPrefix("+") ? String(to.dropFirst()) : to, purpose: query["type"] ?? "")
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            if let response = try await json(statement) { return response }
            guard ContinuousClock.now < end else {
                return .inboxText("no message to \(to) came within \(seconds) seconds", status: 404)
            }
            try await sleep(Limits.inboxLookInterval)
        }
    }

    private func raw(_ id: String) async throws -> Response? {
        try await record(id).map { .inboxText(RawMail($0).text) }
    }

    private func headers(_ id: String) async throws -> Response? {
        guard let record = try await record(id) else { return nil }
        let headers = RawMail(record).headers.map { JSONObject.Member($0.name, [.string($0.value)]) }
        return .inboxJSON(JSON.object(JSONObject(headers)).serialized())
    }

    private func change(_ statement: SQL) async throws -> Response {
        try await store.run(statement)
        return .inboxText("ok")
    }

    /// Nil for all messages.
    private func ids(_ request: Request) async throws -> [String]? {
        let ids = try await body(request)["IDs"]?.array?.compactMap(\.string) ?? []
        return ids.isEmpty ? nil : ids
    }

    private func body(_ request: Request) async throws -> JSONObject {
        let bytes = try await request.body.collected(upTo: Limits.bodyBytes)
        return (try? JSON(parsing: bytes))?.object ?? JSONObject()
    }

    private func json(_ statement: SQL) async throws -> Response? {
        try await store.text(statement).map { .inboxJSON($0) }
    }

    private func record(_ id: String) async throws -> JSON? {
        try await store.text(InboxQueries.record(id)).flatMap { try? JSON(parsing: $0) }
    }
}

// MARK: - For people

extension InboxResponder {
    private func listPage() async throws -> Response {
        let records = try await store.text(InboxQueries.records(limit: 200)).flatMap { try? JSON(parsing: $0) }
        return .inboxPage(InboxPages.list(records?.array ?? []))
    }

    private func messagePage(_ id: String) async throws -> Response? {
        guard let record = try await record(id) else { return nil }
        return .inboxPage(InboxPages.message(record))
    }

    /// `ID.html`, `ID.txt`
    private func view(_ file: String) async throws -> Response? {
        let parts = file.split(separator: ".").map(String.init)
        guard parts.count == 2, let record = try await record(parts[0]) else { return nil }
        switch parts[1] {
        case "html": return .inboxPage(record["html"]?.string ?? "", isMail: true)
        case "txt": return .inboxText(record["text"]?.string ?? "")
        default: return nil
        }
    }
}

extension Response {
    fileprivate static var missing: Response { .inboxText("404 page not found\n", status: 404) }

    fileprivate static func inboxJSON(_ bytes: [UInt8]) -> Response {
        Response(Status(200), headers: Headers([("Content-Type", "application/json"), ("Cache-Control", "no-store")]), body: .bytes(bytes))
    }

    fileprivate static func inboxText(_ text: String, status: Int = 200) -> Response {
        Response(
            Status(status),
            headers: Headers([
                ("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
            ]), body: .text(text))
    }

    /// - Parameter isMail: somebody else wrote it, so it may do nothing but be looked at.
    fileprivate static func inboxPage(_ html: String, isMail: Bool = false) -> Response {
        let policy =
            isMail
            ? "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'"
            : "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"
        return Response(
            Status(200),
            headers: Headers([
                ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
            ]), body: .text(html))
    }
}
