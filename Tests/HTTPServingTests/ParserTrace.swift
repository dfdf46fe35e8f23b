import HTTPServing

/// What a parser makes of some bytes, with the pieces of bodies joined, so that different cuts can be compared.
enum ParserTrace: Hashable {
    case head(String)
    case body([UInt8])
    case end
    case error(Int)

    static func of(_ pieces: [[UInt8]], limits: Limits = Limits()) -> [ParserTrace] {
        var parser = RequestParser(limits: limits)
        var trace: [ParserTrace] = []
        for piece in pieces {
            parser.receive(piece)
            do {
                while let event = try parser.next() { append(event, to: &trace) }
            } catch {
                trace.append(.error(error.status.code))
                break
            }
        }
        return trace
    }

    static func of(_ text: String, limits: Limits = Limits()) -> [ParserTrace] {
        of([Array(text.utf8)], limits: limits)
    }

    private static func append(_ event: RequestParser.Event, to trace: inout [ParserTrace]) {
        switch event {
        case .head(let head): trace.append(.head(describe(head)))
        case .end: trace.append(.end)
        case .body(let bytes):
            if case .body(let earlier)? = trace.last {
                trace[trace.count - 1] = .body(earlier + bytes)
            } else {
                trace.append(.body(bytes))
            }
        }
    }

    private static func describe(_ head: RequestHead) -> String {
        let fields = head.headers.fields.map { "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))" }
        let query = head.target.query.map { "?" + $0 } ?? ""
        let flags = "\(head.framing) \(head.isVersion10) \(head.keepsAlive) \(head.expectsContinue)"
        return "\(head.method.rawValue) \(head.target.path)\(query) \(fields) \(flags)"
    }
}
