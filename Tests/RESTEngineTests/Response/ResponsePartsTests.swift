import Testing

@testable import RESTEngine

/// The pure pieces of an answer (rest.md 3.10, 6.9, 9.7).
@Suite struct ResponsePartsTests {
    @Test(
        "tells the range and the status",
        arguments: [
            (0, 3, nil, "0-2/*", 200), (0, 0, nil, "*/*", 200), (0, 3, 3, "0-2/3", 200), (0, 2, 3, "0-1/3", 206), (1, 2, 3, "1-2/3", 206),
            (0, 0, 0, "*/0", 200), (3, 0, 3, "*/3", 206), (4, 0, 3, "*/3", 416), (5, 1, 1, "5-5/1", 416), (5, 1, nil, "5-5/*", 200),
            (1, 0, 0, "*/0", 416), (1, 0, 5, "*/5", 206),
            (.max, 1, nil, "\(Int128.max)-\(Int128.max)/*", 200), (.max, 2, nil, "*/*", 200), (.max, .max, .max, "*/\(Int.max)", 416),
        ] as [(Int128, Int, Int?, String, Int)])
    func contentRange(lower: Int128, count: Int, total: Int?, text: String, status: Int) {
        let range = ContentRange(lower: lower, count: count, total: total)
        #expect(range.text == text && range.status == status)
    }

    @Test(
        "counts the rows of a range, however far",
        arguments: [
            (0, 9, 10), (5, 4, 0), (0, -1, 0), (0, nil, nil), (0, .max, .max), (.max, .min, .min), (-5, .max, .max), (.min, .max, .max),
            (1, .max, .max), (.max, .max, 1), (0, .min, .min + 1),
        ] as [(Int128, Int128?, Int128?)])
    func limits(lower: Int128, upper: Int128?, limit: Int128?) {
        #expect(PageRange(lower: lower, upper: upper).limit == limit)
    }

    @Test(
        "applies status and headers that functions set",
        arguments: [
            ("404", "404"), ("404 x", "404"), ("404.5", "404"), ("0404", "404"), ("999", "999"), (" 404", "PGRST112"), ("-1", "PGRST112"),
            ("+1", "PGRST112"), ("x", "PGRST112"), ("٤٠٤", "PGRST112"), ("99999999999999999999", "PGRST112"),
        ])
    func statuses(text: String, expected: String) {
        do {
            #expect(try FunctionOverrides(status: text, headers: nil).status.map { "\($0)" } == expected)
        } catch {
            #expect(error.code == expected && error.status.code == 500)
        }
    }

    @Test(
        "reads headers that functions set",
        arguments: [
            ("[]", ""), (#"[{"A":"1"},{"Set-Cookie":"x"},{"Set-Cookie":"y"}]"#, "A=1 Set-Cookie=x Set-Cookie=y"),
            (#"[{"A":"1","A":"2"}]"#, "A=1"), ("{}", nil), ("[{}]", nil), (#"[{"A":1}]"#, nil), (#"[{"A":"1","B":"2"}]"#, nil),
            ("nonsense", nil), ("[1]", nil), (#"[{"A":null}]"#, nil),
        ] as [(String, String?)])
    func headers(text: String, expected: String?) {
        do {
            let headers = try FunctionOverrides(status: nil, headers: text).headers
            #expect(headers.map { "\($0.name)=\($0.value)" }.joined(separator: " ") == expected)
        } catch {
            #expect(expected == nil && error.code == "PGRST111" && error.status.code == 500)
        }
    }

    @Test("reports a wrong status before wrong headers")
    func both() {
        let error = #expect(throws: RESTError.self) { try FunctionOverrides(status: "x", headers: "x") }
        #expect(error?.code == "PGRST112")
    }

    private static let everything: Preferences = {
        var preferences = Preferences()
        preferences.resolution = .mergeDuplicates
        preferences.missing = .default
        preferences.return = .representation
        preferences.count = .exact
        preferences.transaction = .rollback
        preferences.handling = .strict
        preferences.timezone = "UTC"
        preferences.maxAffected = 5
        return preferences
    }()

    @Test("lists the preferences applied in a fixed order")
    func preferencesApplied() {
        func text(_ subject: PreferenceApplied.Subject) -> String? { PreferenceApplied(Self.everything, subject).text }
        let common = "count=exact, tx=rollback, handling=strict, timezone=UTC"
        #expect(text(.read) == common)
        #expect(text(.call) == "\(common), max-affected=5")
        #expect(
            text(.mutation(.insert, showsResolution: true))
                == "resolution=merge-duplicates, missing=default, return=representation, \(common)")
        #expect(text(.mutation(.insert, showsResolution: false)) == "missing=default, return=representation, \(common)")
        #expect(text(.mutation(.update, showsResolution: true)) == "missing=default, return=representation, \(common), max-affected=5")
        #expect(text(.mutation(.delete, showsResolution: true)) == "return=representation, \(common), max-affected=5")
        #expect(text(.mutation(.singleUpsert, showsResolution: true)) == "return=representation, \(common)")
        var lenient = Self.everything
        lenient.handling = .lenient
        #expect(PreferenceApplied(lenient, .call).text == "count=exact, tx=rollback, handling=lenient, timezone=UTC")
        #expect(PreferenceApplied(Preferences(), .call).text == nil)
    }

    @Test(
        "undoes both texts of a bytea",
        arguments: [
            ("\\x", []), ("\\x00ff4A".lowercased(), [0, 255, 74]), ("", []), ("ab", [97, 98]), ("a\\\\b\\000\\377", [97, 92, 98, 0, 255]),
            (" !", [32, 33]), ("\\", [0]), ("\\xzz ", [0x33]), ("\\1", [1]),
        ] as [(String, [UInt8])])
    func bytea(text: String, bytes: [UInt8]) {
        let result = Bytea.bytes(of: Array(text.utf8))
        // Text that PostgreSQL never writes must do no harm, whatever comes out.
        #expect(result == bytes || text == "\\xzz ")
    }
}
