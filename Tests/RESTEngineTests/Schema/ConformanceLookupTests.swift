import Foundation
import JSONText
import PostgresLink
import Testing

@testable import RESTEngine

/// The recorded answers to names that the schema cache does not know, or knows twice, as far as the names can be read from a
/// request without its parser.
@Suite(.enabled(if: LoadedSchema.corpus != nil, "needs the conformance corpus")) struct ConformanceLookupTests {
    struct Recorded: Sendable {
        var id: String
        var method: String
        var segments: [String]
        var query: [(name: String, value: String)]
        var schema: String
        var contentType: String
        var body: String?
        var answer: JSON

        var code: String { answer["code"]?.string ?? "" }
        var message: [String] { (answer["message"]?.string ?? "").components(separatedBy: "'") }
    }

    @Test("unknown relations are answered as recorded")
    func relations() async throws {
        let cache = try await LoadedSchema.ofConformance()
        var count = 0
        for recorded in try Self.recorded("PGRST205") where recorded.segments.count == 1 {
            count += 1
            let error = #expect(throws: RESTError.self, "\(recorded.id)") {
                try cache.relation(named: recorded.segments[0], in: recorded.schema)
            }
            #expect(error?.document == recorded.answer, "\(recorded.id)")
        }
        #expect(count >= 40)
    }

    @Test("unknown and ambiguous functions are answered as recorded")
    func routines() async throws {
        let cache = try await LoadedSchema.ofConformance()
        var count = 0
        for recorded in try Self.recorded("PGRST202") + Self.recorded("PGRST203") where recorded.segments.first == "rpc" {
            guard let arguments = recorded.arguments else { continue }
            count += 1
            let error = #expect(throws: RESTError.self, "\(recorded.id)") {
                try cache.routine(
                    named: recorded.segments[1], in: recorded.schema, arguments: arguments,
                    invocation: recorded.method == "POST" ? .post : .get, contentType: recorded.mediaType)
            }
            #expect(error?.document == recorded.answer, "\(recorded.id)")
        }
        #expect(count >= 40)
    }

    @Test("unknown relationships are answered as recorded")
    func unknownRelationships() async throws {
        let cache = try await LoadedSchema.ofConformance()
        var count = 0
        for recorded in try Self.recorded("PGRST200") {
            guard let details = recorded.answer["details"]?.string?.components(separatedBy: "'"), details.count >= 7 else { continue }
            count += 1
            let error = #expect(throws: RESTError.self, "\(recorded.id)") {
                try cache.relationship(from: details[1], to: details[3], hint: details.count > 7 ? details[5] : nil, in: recorded.schema)
            }
            #expect(error?.document == recorded.answer, "\(recorded.id)")
        }
        #expect(count >= 40)
    }

    @Test("ambiguous relationships are answered as recorded")
    func ambiguousRelationships() async throws {
        let cache = try await LoadedSchema.ofConformance()
        var count = 0
        for recorded in try Self.recorded("PGRST201") {
            let (origin, target) = (recorded.message[1], recorded.message[3])
            let select = recorded.query.first { $0.name == "select" }?.value ?? ""
            let hint = select.components(separatedBy: "\(target)!").dropFirst().first.map { String($0.prefix { $0 != "(" && $0 != "!" }) }
            count += 1
            let error = #expect(throws: RESTError.self, "\(recorded.id)") {
                try cache.relationship(from: origin, to: target, hint: hint, in: recorded.schema)
            }
            #expect(error?.document == recorded.answer, "\(recorded.id)")
        }
        #expect(count >= 10)
    }

    @Test("reads the corpus's schema")
    func facts() async throws {
        let cache = try await LoadedSchema.ofConformance()
        #expect(cache.representations.functions.count == 4)
        #expect(cache.representations.functions[.init("public.chip_no", "json")] == "public.json")
        #expect(cache.mediaHandlers.count == 13)
        #expect(try cache.relation(named: "v_chain_two", in: "public").primaryKey == ["dog_no"])
        #expect(try cache.relation(named: "measurements", in: "public").primaryKey == ["dog_id", "kind", "taken_on"])
        #expect(cache.waysFrom("dogs").contains("dogs -> dog_details computed dog_details to one"))
        #expect(!cache.waysFrom("dogs").contains { $0.contains("dog_details o2o") })
        #expect(try cache.relation(named: "Dog Parks", in: "public").columns.map(\.name).contains("a->b"))
        let dogs = QualifiedName("public", "dogs")
        let card = cache.bodyFormat(for: .other("text/vnd.sniff.card"), target: dogs, selectsDefault: true, planEnabled: false)
        #expect(card?.format == .custom(.aggregate(QualifiedName("public", "dog_cards"), rowType: dogs)))
    }

    @Test("reads the corpus's configuration in the database")
    func settings() async throws {
        let settings = try await LoadedSchema.settingsOfConformance()
        #expect(settings.options == ["db-max-rows": "5", "db-aggregates-enabled": "true"])
        #expect(settings.roleIsolation == ["sniff_korean": "repeatable read"])
        #expect(settings.roleSettings["sniff_guest"]?.map(\.value) == ["300ms"])
    }

    /// All recorded requests of the configurations that expose the corpus's schemas, answered with a code.
    private static func recorded(_ code: String) throws -> [Recorded] {
        guard let folder = LoadedSchema.corpus?.appendingPathComponent("golden") else { return [] }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.contains(code) }.compactMap { line in
                let json = try JSON(parsing: Array(line.utf8))
                guard json["config"]?.string == "main", json["json"]?["code"]?.string == code else { return nil }
                return Recorded(json)
            }
        }
    }
}

extension ConformanceLookupTests.Recorded {
    init(_ json: JSON) {
        let parts = (json["request"]?["path"]?.string ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // Bytes that are not UTF-8 become U+FFFD (rest.md 1.2).
        func decoded(_ text: some StringProtocol) -> String {
            String(text).removingPercentEncoding ?? String(text).replacing(/%[0-9a-fA-F]{2}/, with: "\u{FFFD}")
        }
        var headers: [String: String] = [:]
        for member in json["request"]?["headers"]?.object?.members ?? [] { headers[member.name.lowercased()] = member.value.string }
        id = json["id"]?.string ?? ""
        method = json["request"]?["method"]?.string ?? ""
        segments = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(decoded)
        query = (parts.count > 1 ? parts[1].split(separator: "&").filter { $0.contains("=") } : []).map { pair in
            let sides = pair.replacing("+", with: " ").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: decoded(sides[0]), value: decoded(sides[1]))
        }
        let reads = ["GET", "HEAD", "OPTIONS"].contains(method)
        schema = headers[reads ? "accept-profile" : "content-profile"] ?? "public"
        contentType = headers["content-type"] ?? "application/json"
        body = json["request"]?["body"]?.string
        answer = json["json"] ?? .null
    }

    var mediaType: RESTMediaType {
        switch contentType.prefix(while: { $0 != ";" }) {
        case "application/json": .json
        case "text/plain": .textPlain
        case "text/xml": .textXML
        case "application/octet-stream": .octetStream
        case "text/csv": .csv
        case "application/x-www-form-urlencoded": .urlEncoded
        default: .other(contentType)
        }
    }

    /// Nil where only the request's parser could tell.
    var arguments: [String]? {
        let reserved: Set = ["select", "order", "limit", "offset", "columns", "on_conflict"]
        switch method {
        case "GET", "HEAD":
            let operators =
                "^(not[.])?(eq|neq|gt|gte|lt|lte|like|ilike|match|imatch|in|is|isdistinct|fts|plfts|phfts|wfts|cs|cd|ov|sl|sr|nxr|nxl|adj)(\\(|\\.)"
            return query.filter { !reserved.contains($0.name) && $0.value.range(of: operators, options: .regularExpression) == nil }.map(
                \.name)
        case "POST":
            if let columns = query.first(where: { $0.name == "columns" }) { return columns.value.components(separatedBy: ",") }
            switch mediaType {
            case .textPlain, .textXML, .octetStream: return []
            case .json:
                guard let body, !body.isEmpty else { return [] }
                guard let json = try? JSON(parsing: Array(body.utf8)) else { return nil }
                return (json.object ?? json.array?.first?.object)?.members.map(\.name) ?? []
            case .csv: return body?.components(separatedBy: "\n").first?.components(separatedBy: ",")
            case .urlEncoded: return body?.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
            default: return nil
            }
        default: return []
        }
    }
}
