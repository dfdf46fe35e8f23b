/// Chooses a responder by method and path.
///
///     var router = Router()
///     router.on(.get, "/object/:bucket/*key") { request, parameters in … }
///     router.on(.post, "/bucket") { request, _ in … }
///
/// A pattern's segments are literal, `:name` for one segment, or at the end `*name` for the rest of the path with its
/// slashes. Of several that fit, literal beats parameter beats rest, segment by segment. Captured segments are
/// percent-decoded; an encoded slash belongs to its segment.
package struct Router: Sendable {
    package typealias Handler = @Sendable (Request, PathParameters) async throws -> Response

    private var root = Node()

    /// Answers what no route fits: 404 or 405 unless replaced. `allowed` are the methods of the path, none when it is unknown.
    package var fallback: @Sendable (Request, _ allowed: [Method]) async throws -> Response = { _, allowed in
        var response = Response.plainError(Status(allowed.isEmpty ? 404 : 405))
        if !allowed.isEmpty { response.headers.append("Allow", allowed.map(\.rawValue).joined(separator: ", ")) }
        return response
    }

    package init() {}

    package mutating func on(_ method: Method, _ pattern: String, _ handler: @escaping Handler) {
        root.insert(Segment.pattern(pattern)[...], method, handler)
    }

    package mutating func on(_ method: Method, _ pattern: String, _ responder: some Responder) {
        on(method, pattern) { request, _ in try await responder.respond(to: request) }
    }

    /// The handler of a path with what the pattern captured; nil when there is none.
    package func route(_ method: Method, _ path: String) -> (handler: Handler, parameters: PathParameters)? {
        var found: Match?
        root.find(Segment.path(path)[...], method: method, PathParameters(), &found)
        return found.map { ($0.handler, $0.parameters) }
    }

    /// The methods for which the path has a route.
    package func methods(for path: String) -> [Method] {
        var methods: Set<Method> = []
        root.collectMethods(Segment.path(path)[...], into: &methods)
        return methods.sorted { $0.rawValue < $1.rawValue }
    }

    fileprivate struct Match {
        var handler: Handler
        var parameters: PathParameters
    }
}

extension Router: Responder {
    package func respond(to request: Request) async throws -> Response {
        guard let (handler, parameters) = route(request.method, request.target.path) else {
            return try await fallback(request, methods(for: request.target.path))
        }
        return try await handler(request, parameters)
    }
}

/// What a route's pattern captured from the path.
package struct PathParameters: Sendable, Hashable {
    private var values: [String: String] = [:]

    package init() {}

    package subscript(_ name: String) -> String? { values[name] }

    fileprivate func adding(_ name: String, _ value: String) -> Self {
        var copy = self
        copy.values[name] = value
        return copy
    }
}

/// One piece of a pattern.
private enum Segment: Sendable {
    case literal(String)
    case parameter(String)
    case rest(String)

    static func pattern(_ text: String) -> [Segment] {
        path(text).map { segment in
            switch segment.first {
            case ":": .parameter(String(segment.dropFirst()))
            case "*": .rest(String(segment.dropFirst()))
            default: .literal(String(segment))
            }
        }
    }

    /// `/a/b%2Fc/` → `a`, `b%2Fc` and an empty segment: a trailing slash makes another path.
    static func path(_ text: String) -> [Substring] {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        return Array(segments.first?.isEmpty == true ? segments.dropFirst() : segments[...])
    }
}

/// One level of the tree of patterns.
private struct Node: Sendable {
    private var handlers: [Method: Router.Handler] = [:]
    private var literals: [String: Node] = [:]
    private var parameters: [String: Node] = [:]
    private var rests: [String: [Method: Router.Handler]] = [:]

    mutating func insert(_ pattern: ArraySlice<Segment>, _ method: Method, _ handler: @escaping Router.Handler) {
        guard let segment = pattern.first else {
            handlers[method] = handler
            return
        }
        let others = pattern.dropFirst()
        switch segment {
        case .literal(let text): literals[text, default: Node()].insert(others, method, handler)
        case .parameter(let name): parameters[name, default: Node()].insert(others, method, handler)
        case .rest(let name):
            precondition(others.isEmpty, "the rest of the path is the end of a pattern")
            rests[name, default: [:]][method] = handler
        }
    }

    /// Depth first, the best branch first: the first find stays.
    func find(_ path: ArraySlice<Substring>, method: Method, _ captured: PathParameters, _ found: inout Router.Match?) {
        guard let segment = path.first else {
            if let handler = handlers[method] { found = Router.Match(handler: handler, parameters: captured) }
            return
        }
        let others = path.dropFirst()
        let text = PercentEncoding.lossyText(segment)
        literals[text]?.find(others, method: method, captured, &found)
        for (name, node) in parameters where found == nil && !text.isEmpty {
            node.find(others, method: method, captured.adding(name, text), &found)
        }
        for (name, handlers) in rests where found == nil {
            guard let handler = handlers[method] else { continue }
            let rest = PercentEncoding.lossyText(path.joined(separator: "/"))
            found = Router.Match(handler: handler, parameters: captured.adding(name, rest))
        }
    }

    func collectMethods(_ path: ArraySlice<Substring>, into methods: inout Set<Method>) {
        guard let segment = path.first else {
            methods.formUnion(handlers.keys)
            return
        }
        let text = PercentEncoding.lossyText(segment)
        literals[text]?.collectMethods(path.dropFirst(), into: &methods)
        if !text.isEmpty { for node in parameters.values { node.collectMethods(path.dropFirst(), into: &methods) } }
        for handlers in rests.values { methods.formUnion(handlers.keys) }
    }
}
