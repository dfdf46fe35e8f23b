import Foundation
import JSONText

/// One recorded request of the corpus with the answer that PostgREST gave.
struct RecordedCase: Sendable {
    var id: String
    var topic: String
    var configuration: String
    var method: String
    var path: String
    var headers: [(String, String)]
    var body: [UInt8]?
    var compare: String?
    var masks: [(pattern: String, replacement: String)]
    var answer: NormalAnswer

    init(_ json: JSON) throws {
        guard let id = json["id"]?.string, let topic = json["topic"]?.string, let configuration = json["config"]?.string,
            let request = json["request"], let method = request["method"]?.string, let path = request["path"]?.string,
            let status = json["status"]?.int
        else { throw CorpusError("a case lacks a member") }
        self.id = id
        self.topic = topic
        self.configuration = configuration
        self.method = method
        self.path = path
        headers = (request["headers"]?.object?.members ?? []).flatMap { member in
            (member.value.array ?? [member.value]).map { (member.name, $0.string ?? "") }
        }
        body = request["body"]?.string.map { Array($0.utf8) }
        compare = json["compare"]?.string
        masks = (json["mask"]?.array ?? []).compactMap { mask in
            guard let pair = mask.array, pair.count == 2, let pattern = pair[0].string, let replacement = pair[1].string else { return nil }
            return (pattern, replacement)
        }
        answer = NormalAnswer(
            status: status,
            headers: Dictionary(
                uniqueKeysWithValues: (json["headers"]?.object?.members ?? []).map { member in
                    (member.name, (member.value.array ?? [member.value]).map { $0.string ?? "" })
                }),
            body: json["body"]?.string, base64: json["body_base64"]?.string, json: json["json"])
    }
}

struct CorpusError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The corpus as it lies beside this file.
enum Corpus {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("rest")

    static func cases() throws -> [RecordedCase] {
        let golden = folder.appendingPathComponent("golden")
        let files = try FileManager.default.contentsOfDirectory(atPath: golden.path).filter { $0.hasSuffix(".jsonl") }.sorted()
        return try files.flatMap { file in
            try Data(contentsOf: golden.appendingPathComponent(file)).split(separator: 10).map { line in
                try RecordedCase(JSON(parsing: Array(line)))
            }
        }
    }

    struct Configuration {
        var name: String
        var environment: [String: String]
        /// Headers for a readiness check where nobody may ask without a token.
        var probe: [(String, String)]
    }

    static func configurations() throws -> [Configuration] {
        let json = try JSON(parsing: Array(Data(contentsOf: folder.appendingPathComponent("configs.json"))))
        return (json.object?.members ?? []).map { member in
            let environment = (member.value["env"]?.object?.members ?? []).map { ($0.name, $0.value.string ?? "") }
            let probe = (member.value["probe"]?.object?.members ?? []).map { ($0.name, $0.value.string ?? "") }
            return Configuration(
                name: member.name, environment: Dictionary(environment, uniquingKeysWith: { $1 }), probe: probe)
        }
    }

    /// Cases that do not pass yet, each with the reason in a word: `id reason`.
    static func notDone() throws -> [String: String] {
        let text = try String(contentsOf: folder.deletingLastPathComponent().appendingPathComponent("not-done.txt"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            lines.map { line in
                let parts = line.split(separator: " ", maxSplits: 1)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            }, uniquingKeysWith: { $1 })
    }
}
