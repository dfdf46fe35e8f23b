import CompilerSupport
import Foundation
import PostgresLink
import SNMClientGolden
import TestSupport
import Testing

@testable import MockPostgrest

@Suite("gen swift")
struct SwiftTypesTests {
    @Test("writes the types that the golden table uses")
    func golden() async throws {
        let text = try await Self.generate(GoldenSchema.sql)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../SNMClientGolden/GoldenTypes.swift").standardized
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("writes what compiles, whatever types and names a schema has", arguments: SwiftTypesGenerator.Access.allCases)
    func everyType(access: SwiftTypesGenerator.Access) async throws {
        let text = try await Self.generate(EveryTypeSchema.sql, access: access)
        #expect(try await Self.complaints(about: text) == [])
        #expect(text.contains("TypedColumn<EveryType, SupabaseRange<SupabaseDate>?>"))
        #expect(text.contains("// unnamed is not written: an argument without a name cannot be told in a call."))
        // A view that takes no inserts has no shape for them; one that does has.
        #expect(text.contains("struct Updatable: ") && text.contains("struct Frozen: "))
        #expect(!text.contains("changed"))
    }

    @Test("names relations so that a request leads to one")
    func relations() async throws {
        let text = try await Self.generate(EveryTypeSchema.sql)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        for line in [
            #"let pass = ToOneOrNone<Person, Pass>("pass")"#,
            #"let personRow = ToOne<Pass, Person>("person", as: "personRow")"#,
            #"let personByFounder = ToOne<Club, Person>("person", hint: "club_founder_fkey", as: "personByFounder")"#,
            #"let clubThroughMember = ToMany<Person, Club>("club", hint: "member", as: "clubThroughMember")"#,
            #"let fans = ToMany<Person, Club>("fans")"#,
        ] {
            #expect(lines.contains(line), "\(line) is not among \(lines.filter { $0.contains("= To") })")
        }
    }

    @Test("writes what compiles for two hundred tables, the same each time")
    func manyTables() async throws {
        let tables = (1...200).map { number in
            """
            create table table_\(number) (id int primary key, name text not null, note text default 'x', made_at timestamptz not null,
                amount numeric, tags text[], info jsonb, parent int references table_\(max(1, number - 1)));
            """
        }
        let text = try await Self.generate(tables.joined(separator: "\n"))
        #expect(text.components(separatedBy: ": SupabaseTable").count == 201)
        #expect(try await Self.complaints(about: text) == [])
        #expect(try await Self.generate(tables.joined(separator: "\n")) == text)
    }

    @Test("tells a schema that is not the first, and refuses one that does not exist")
    func schemas() async throws {
        let sql = "create schema other; create table other.thing (id int); create function other.f() returns int language sql as 'select 1'"
        let text = try await Self.generate(sql, schemas: ["public", "other"])
        #expect(text.components(separatedBy: #"static let schemaName: String? = "other""#).count == 3)
        await #expect(throws: UsageError.self) { try await Self.generate("", schemas: ["nowhere"]) }
    }

    @Test(
        "reads names as Swift writes them",
        arguments: [
            ("user_id", "userID"), ("id", "id"), ("URL", "url"), ("CamelCase", "camelCase"), ("first name", "firstName"), ("1st", "_1st"),
            ("닉네임", "닉네임"), ("!", "u21"), ("", "u"), ("self", "self_"), ("image_url", "imageURL"), ("__a__b", "aB"),
        ])
    func properties(name: String, property: String) {
        #expect(SwiftName.property(name) == property)
    }

    @Test("writes any text as a literal")
    func literal() {
        #expect(SwiftName.literal("a\"\\(b)\n\t\u{2028}초") == #""a\"\\(b)\n\u{9}\u{2028}초""#)
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            ["kotlin"], ["swift", "--schema"], ["swift", "--access", "open"], ["swift", "--frobnicate", "1"],
            ["swift", "--schema", "a", "--schema", "a"],
        ])
    func options(arguments: [String]) {
        #expect(throws: UsageError.self) { try GenOptions(arguments) }
    }

    private static func generate(
        _ sql: String, access: SwiftTypesGenerator.Access = .internal, schemas: [String] = ["public"]
    ) async throws -> String {
        let settings = try await TestCluster.shared().createDatabase()
        let session = try await Session.connect(settings, on: TestCluster.loop)
        defer { session.close() }
        _ = try await session.runScript(sql)
        return try await SwiftTypesGenerator.load(schemas, access: access, from: settings, on: TestCluster.loop).text()
    }

    private static func complaints(about text: String) async throws -> [String] {
        try await SwiftCompiler().diagnostics(["Types.swift": text]).map { "\($0.line): \($0.text)" }
    }
}
