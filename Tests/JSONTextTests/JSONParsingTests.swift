import Foundation
import Testing

@testable import JSONText

@Suite("Reading JSON")
struct JSONParsingTests {
    @Test(
        "reads a value",
        arguments: [
            ("null", nil),
            (" true ", true),
            ("\t\r\n false", false),
            ("0", 0),
            ("-0", .number("-0")),
            ("1.50E+007", .number("1.50E+007")),
            ("123456789012345678901234567890", .number("123456789012345678901234567890")),
            ("1e999999", .number("1e999999")),
            (#""""#, ""),
            (#""a\"\\\/\b\f\n\r\té""#, "a\"\\/\u{8}\u{C}\n\r\té"),
            (#""\u0041\u00e9\uD83D\ude00\u0000""#, "Aé😀\0"),
            ("\"😀\u{7F}\"", "😀\u{7F}"),
            ("[]", []),
            ("[ ]", []),
            ("[1,[2,[]],{}]", [1, [2, []], [:]]),
            ("{ }", [:]),
            (#"{"a":1,"b":[{"c":null}],"a":2}"#, ["a": 1, "b": [["c": nil]], "a": 2]),
            (#"{ "a" : "\n" , "" : 0 }"#, ["a": "\n", "": 0]),
        ] as [(String, JSON)])
    func reads(text: String, value: JSON) throws {
        #expect(try JSON(text: text) == value)
        #expect(throws: Never.self) { try JSONShape.scan(Array(text.utf8)) }
    }

    @Test(
        "refuses a text",
        arguments: [
            ("", 0), (" ", 1), ("nul", 0), ("nulll", 4), ("True", 0), ("1 2", 2), ("01", 1), ("-", 1), ("+1", 0), (".5", 0), ("1.", 2),
            ("1e", 2), ("1e+", 3), ("0x10", 1), ("NaN", 0), ("-Infinity", 1), ("\"", 1), ("\"a", 2), ("'a'", 0),
            (#""\x""#, 1), (#""\u12""#, 1), (#""\u12g4""#, 1), (#""\ud800""#, 7), (#""\ud800\n""#, 7), (#""\ud800\u0041""#, 13),
            (#""\udc00""#, 7), ("\"\n\"", 1), ("\"\0\"", 1), ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3),
            ("[1}", 2), ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{1:1}", 1),
            ("{\"a\" 1}", 5), ("{\"a\":1]", 6), ("{,}", 1), ("[]]", 2), ("{}}", 2), ("\u{FEFF}1", 0), ("1\0", 1), ("\0", 0),
            ("/**/1", 0), ("[1]//", 3), ("1\u{A0}", 1),
        ])
    func refuses(text: String, offset: Int) {
        #expect(throws: JSONSyntaxError.self) { try JSON(text: text) }
        #expect(throws: JSONSyntaxError.self) { try JSONShape.scan(Array(text.utf8)) }
        do { _ = try JSON(text: text) } catch { #expect(error.offset == offset, "\(text): \(error)") }
    }

    @Test(
        "refuses bytes that are not UTF-8",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
        ] as [[UInt8]])
    func refusesUTF8(bytes: [UInt8]) {
        let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        #expect(throws: JSONSyntaxError(offset: 1, reason: "not UTF-8")) { try JSON(parsing: text) }
        #expect(throws: JSONSyntaxError.self) { try JSONShape.scan(text) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: Array(text.dropLast())) }
    }

    @Test("bounds the nesting, and stays within a small stack at the bound")
    func depth() async throws {
        let deepest = String(repeating: "[{\"a\":", count: Limits.depth / 2) + "1" + String(repeating: "}]", count: Limits.depth / 2)
        let onSmallStack = await withCheckedContinuation { continuation in
            let thread = Thread {
                guard let value = try? JSON(text: deepest), let again = try? JSON(text: deepest) else {
                    return continuation.resume(returning: false)
                }
                let same = value == again && value.hashValue == again.hashValue && value.text == deepest
                continuation.resume(returning: same && value.canonical() == again.canonical())
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(onSmallStack)
        #expect(throws: JSONSyntaxError(offset: 6 * Limits.depth / 2 - 3, reason: "nested too deeply")) {
            try JSON(text: "[\(deepest)]")
        }
    }

    @Test("scans any nesting")
    func deepShape() throws {
        let depth = 1_000_000
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        #expect(try JSONShape.scan(bytes) == .mismatchedKeys)
        #expect(throws: JSONSyntaxError.self) { try JSONShape.scan(bytes.dropLast()) }
    }

    @Test("takes names for equal only if they are spelled alike")
    func names() throws {
        let object = try #require(try JSON(text: "{\"e\u{301}\":1,\"\u{E9}\":2}").object)
        #expect(object["\u{E9}"] == 2)
        #expect(object["e\u{301}"] == 1)
    }
}
