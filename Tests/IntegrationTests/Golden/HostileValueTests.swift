import Foundation
import SNMClient
import Testing

/// Values that mean something in a grammar on the way find their own row, by every operator, and never another.
@Suite("Hostile values")
struct HostileValueTests {
    private struct Hostile: SupabaseTable, SupabaseWritable, Codable {
        var id: Int
        var value: String
        var tags: [String]
        var info: SupabaseJSON

        struct Columns: Sendable {
            let id = TypedColumn<Hostile, Int>("id")
            let value = TypedColumn<Hostile, String>("value")
            let tags = TypedColumn<Hostile, [String]>("tags")
            let info = TypedColumn<Hostile, SupabaseJSON>("info")
        }
        static let tableName = "hostile_value"
        static let columns = Columns()
        typealias Insert = Hostile
        typealias Patch = SupabaseColumnwise
    }

    private static let table = """
        create table public.hostile_value (id int primary key, value text not null unique, tags text[] not null, info jsonb not null);
        notify pgrst, 'reload schema'
        """

    private static let nasty = [
        "\"", "'", "\\", "\\\\", "\\\"", ",", "a,b", "(", ")", "(a)", "()", "{", "}", "{a,b}", "[1,2]", "%", "100%", "%41", "%00", "*", "a*b",
        "+", "a+b", "&", "a&b=c", "#", "#a", ";", "?", "/", "=", ":", ".", "a.b", "..", "eq.1", "not.eq.1", "in.(1)", "or", "null", "NULL",
        "true", "\"null\"", "", " ", "  a  ", "\t", "\n", "\r\n", "a\nb", "😀", "👨‍👩‍👧‍👦", "초코", "닉네임 \"초코\"", "שלום", "مرحبا", "\u{202E}rtl", "\u{200B}",
        "a\u{200B}b", "\u{FEFF}a", "e\u{301}", "é", "ﬀ", "--", "';drop table x;--", "$1", "$$", "\u{1}", "\u{7F}", "^a", "a|b", "a$", "_", "a_b",
        "->", "a->>b", "::text", "a::int", "!", "a!b", "*)", "),id.gt.(0", ",id.gt.0", "\",id.gt.0", "}\"", "\u{10FFFF}",
    ]

    @Test("find exactly their own row by every operator, and write it back unchanged")
    func find() async throws {
        let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
        print("hostile values: SEED=\(seed)")
        let values = Self.values(seed: seed)
        let shared = try await SharedServer.running()
        try await shared.script(Self.table)
        let db = try shared.device().database
        let rows = values.enumerated().map { Hostile(id: $0, value: $1, tags: ["x", $1], info: ["key": .string($1), "other": 1]) }
        try await waitUntil(within: .seconds(10)) { await (try? db.fetch(Hostile.self).count()) != nil }
        let written = try await db.insert(into: Hostile.self).values(rows).returning()
        #expect(written.map(\.value).elementsEqual(values) { Array($0.utf8) == Array($1.utf8) })

        for (id, value) in values.enumerated() {
            for (name, condition) in Self.conditions(value) {
                let found = try await db.fetch(Hostile.self).select { $0.id }.where(condition).rows()
                #expect(found == [id], "SEED=\(seed) \(name) \(value.debugDescription)")
            }
        }
    }

    @Test("with NUL are refused before anything is sent")
    func nul() throws {
        let db = SupabaseDBManager(config: SupabaseConfig(baseURL: try #require(URL(string: "http://localhost")), apiKey: ""))
        for (name, condition) in Self.conditions("a\u{0}b") {
            #expect(throws: SupabaseDBError.nulCharacter(key: name.contains("tree") ? "or" : "value"), "\(name)") {
                _ = try db.fetch(Hostile.self).where(condition).build()
            }
        }
    }

    private typealias Condition = @Sendable (Hostile.Columns) -> TypedCondition<Hostile>

    /// Every operator that a text can be given to, so that one row meets it.
    private static func conditions(_ value: String) -> [(String, Condition)] {
        // `*` stands for `%` in a pattern and cannot be escaped: there a regular expression serves.
        let pattern = escaped(value, "\\%_")
        let expression = "^" + escaped(value, "\\^$.|?*+()[]{}") + "$"
        var conditions: [(String, Condition)] = []
        func add(_ name: String, _ condition: @escaping Condition) { conditions.append((name, condition)) }
        add("==") { $0.value == value }
        add("not !=") { !($0.value != value) }
        add("in") { $0.value.in([value, "no such value"]) }
        add("in, alone") { $0.value.in([value]) }
        add("equals any") { $0.value.equals(any: ["no such value", value]) }
        add("not distinct") { !$0.value.isDistinct(from: value) }
        add("between") { $0.value >= value && $0.value <= value }
        add("tree") { $0.value == value || $0.value == "no such value" }
        add("tree with in") { $0.value.in([value]) || $0.id == -1 }
        add("tree with any") { $0.value.equals(any: [value]) || $0.id == -1 }
        guard !value.unicodeScalars.contains("\u{0}") else { return conditions }
        add("contains") { $0.tags.contains(value) && $0.tags.contains(["x", value]) }
        add("equal array") { $0.tags == ["x", value] }
        add("JSON text") { $0.info["key"].text == value }
        add("JSON value") { $0.info["key"] == .string(value) }
        add("JSON contains") { $0.info.contains(["key": .string(value)]) }
        add("tree with contains") { $0.tags.contains(["x", value]) || $0.id == -1 }
        add("match") { $0.value.match(expression) }
        if !value.unicodeScalars.contains("*") { add("like") { $0.value.like(pattern) } }
        return conditions
    }

    /// Scalar by scalar: a sign and what joins it make one character.
    private static func escaped(_ value: String, _ signs: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            if signs.unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    /// The list, and pieces of it put together at random. Each value once: the column is unique.
    private static func values(seed: UInt64) -> [String] {
        var random = SplitMix(state: seed)
        var values: [String] = []
        var seen: Set<[UInt8]> = []
        func add(_ value: String) {
            if seen.insert(Array(value.utf8)).inserted { values.append(value) }
        }
        nasty.forEach(add)
        for _ in 0..<20 {
            add((0..<Int.random(in: 2...5, using: &random)).map { _ in nasty.randomElement(using: &random) ?? "" }.joined())
        }
        return values
    }
}

/// The same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
