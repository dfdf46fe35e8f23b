import Testing

@testable import JSONText

@Suite("Writing JSON")
struct JSONWritingTests {
    @Test(
        "writes what was read, without white space",
        arguments: [
            (#" { "b" : 1.50 , "a" : [ 1 , null , true , false ] , "b" : {} } "#, #"{"b":1.50,"a":[1,null,true,false],"b":{}}"#),
            (#""\/\u0041\b\u001F\u007f""#, "\"/A\\u0008\\u001f\u{7F}\""),
            (#""\"\\\n\r\t<>&é😀""#, #""\"\\\n\r\t<>&é😀""#),
        ])
    func plain(text: String, written: String) throws {
        #expect(try JSON(text: text).text == written)
    }

    @Test(
        "writes PostgREST's own form",
        arguments: [
            (#"{"b":1,"a":2,"B":3}"#, #"{"B":3,"a":2,"b":1}"#),
            (#"{"a":1,"a":2,"c":{"z":0,"y":0}}"#, #"{"a":1,"c":{"y":0,"z":0}}"#),
            ("{\"\u{FF5E}\":1,\"\u{1F600}\":2,\"é\":3,\"z\":4}", "{\"z\":4,\"é\":3,\"\u{FF5E}\":1,\"\u{1F600}\":2}"),
            ("1e3", "1000"), ("-0", "0"), ("0", "0"), ("0e5", "0"), ("-12", "-12"), ("1.0e10", "10000000000"), ("1.50", "1.5"),
            ("10.0", "10.0"), ("0.05", "5.0e-2"), ("1900000000.0", "1.9e9"), ("12345678.5", "1.23456785e7"), ("0.1", "0.1"),
            ("-0.0", "0.0"), ("-1.25", "-1.25"), ("9999999.5", "9999999.5"), ("1e-1", "0.1"), ("1e-2", "1.0e-2"), ("1200e-2", "12.0"),
            ("10000000.0", "1.0e7"), ("1000000.0", "1000000.0"), ("0.099", "9.9e-2"), ("-1.5e2000", "-1.5e2000"), ("1E+2", "100"),
            ("1e1025", "1.0e1025"), ("0e-3", "0.0"), ("100e-1000", "1.0e-998"), ("0.00e2", "0"),
        ])
    func canonical(text: String, written: String) throws {
        #expect(try String(decoding: JSON(text: text).canonical(), as: UTF8.self) == written)
    }

    @Test("pads a number to at most 1024 zeros, and leaves an absurd exponent alone")
    func hugeNumbers() throws {
        #expect(try JSON(text: "1e1024").canonical().count == 1025)
        let absurd = "1e99999999999999999999999999"
        #expect(try String(decoding: JSON(text: absurd).canonical(), as: UTF8.self) == absurd)
        #expect(try String(decoding: JSON(text: "-1e-99999999999999").canonical(), as: UTF8.self) == "-1.0e-99999999999999")
    }

    @Test("random values survive being written and read")
    func roundTrip() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("JSON round trip: seed \(seed)")
        var generator = SplitMix(state: seed)
        for _ in 0..<3_000 {
            let value = JSON.random(depth: 4, using: &generator)
            let bytes = value.serialized()
            #expect(try JSON(parsing: bytes) == value, "seed \(seed)")
            #expect(throws: Never.self) { try JSONShape.scan(bytes) }
            let canonical = value.canonical()
            #expect(try JSON(parsing: canonical).canonical() == canonical, "seed \(seed)")
            // A damaged text is accepted by both readers or by neither.
            var damaged = bytes
            damaged[Int.random(in: damaged.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            let value2 = try? JSON(parsing: damaged)
            let shape = try? JSONShape.scan(damaged)
            #expect((value2 == nil) == (shape == nil), "seed \(seed)")
        }
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension JSON {
    static func random(depth: Int, using generator: inout SplitMix) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: nil
        case 1: .bool(Bool.random(using: &generator))
        case 2: .number(["0", "-0", "1.5", "-3e10", "2E-7", "12345678901234567890"].randomElement(using: &generator) ?? "0")
        case 3, 4: .string(text(using: &generator))
        case 5: .array((0..<Int.random(in: 0..<4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            .object(
                JSONObject(
                    (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                        JSONObject.Member(text(using: &generator), random(depth: depth - 1, using: &generator))
                    }))
        }
    }

    private static func text(using generator: inout SplitMix) -> String {
        let scalars: [Unicode.Scalar] = ["a", "b", "\"", "\\", "\n", "\0", "\u{1F}", "\u{7F}", "é", "€", "\u{FFFF}", "😀", "\u{10FFFF}"]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<6, using: &generator) { text.append(scalars.randomElement(using: &generator) ?? "a") }
        return String(text)
    }
}
