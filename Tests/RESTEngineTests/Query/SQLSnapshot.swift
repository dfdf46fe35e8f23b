import Foundation
import PostgresLink
import Testing

@testable import RESTEngine

/// A request and the statements it becomes, as a paragraph of a text file: the request with its headers and body, then the
/// statements, indented, each followed by its parameters. `RECORD=1` writes what the code now makes; the difference is read like code.
struct SQLSnapshot: Sendable, CustomTestStringConvertible {
    var file: String
    var request: String
    var statements: String

    var text: String {
        get throws { try Self.text(of: query(), showsSettings: file == "transactions") }
    }

    var testDescription: String { request.split(separator: "\n").first.map(String.init) ?? "" }

    /// What is the same in nearly every statement is left out or broken into lines.
    static func text(of query: Query, showsSettings: Bool) -> String {
        query.statements.filter { showsSettings || !$0.rendered().text.hasPrefix("select set_config(") }.map { statement in
            let (text, parameters) = statement.rendered()
            let values = parameters.enumerated().map { "\n    $\($0 + 1) = \($1.shown)" }.joined()
            return "  "
                + text.replacing(
                    "nullif(current_setting('response.headers', true), '') AS response_headers, "
                        + "nullif(current_setting('response.status', true), '') AS response_status", with: "…"
                )
                .replacing("WITH pgrst_source AS ( ", with: "WITH pgrst_source AS (\n    ")
                .replacing(" ), pgrst_source_count AS ( ", with: "\n  ), pgrst_source_count AS (\n    ")
                .replacing(" ) SELECT null::bigint AS total", with: "\n  ) SELECT null::bigint AS total")
                .replacing(" ) SELECT (SELECT pg_catalog.count(*) FROM", with: "\n  ) SELECT (SELECT pg_catalog.count(*) FROM")
                .replacing(", set_config(", with: ",\n    set_config(") + values
        }.joined(separator: "\n")
    }

    static let all = files.flatMap { read($0) }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Snapshots")
    /// Those in `refused` name columns that do not exist where the original looks for them.
    static let files = ["reads", "embeds", "writes", "calls", "transactions", "refused"]

    private static func read(_ file: String) -> [SQLSnapshot] {
        let text = (try? String(contentsOf: folder.appendingPathComponent("\(file).txt"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n\n").map { paragraph in
            let lines = paragraph.split(separator: "\n")
            let request = lines.prefix { !$0.hasPrefix("  ") }
            return SQLSnapshot(
                file: file, request: request.joined(separator: "\n"), statements: lines.dropFirst(request.count).joined(separator: "\n"))
        }
    }

    static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

    static func record() throws {
        for file in files {
            let paragraphs = try read(file).map { try "\($0.request)\n\($0.text)\n" }
            try paragraphs.joined(separator: "\n").write(
                to: folder.appendingPathComponent("\(file).txt"), atomically: true, encoding: .utf8)
        }
    }

    func query() throws -> Query { try DogRequest(request).query() }
}

extension SQL.Parameter {
    fileprivate var shown: String {
        switch self {
        case .null: "NULL"
        case .text(let text): text.replacing(ResultCheck.word, with: "WORD:")
        case .utf8(let bytes): String(decoding: bytes, as: UTF8.self)
        case .binary(let bytes): "\(bytes)"
        }
    }
}
