import RESTEngine
import Testing

/// The reference results of rest.md 1.8.2: position and words of PGRST100.
@Suite struct SyntaxErrorTests {
    @Test(
        "tells where a parameter is wrong and what was expected",
        arguments: [
            ("select", "name,", 6, #"unexpected end of input expecting "...", field name (* or [a..z0..9_$]), "*" or "count()""#),
            ("select", "name,,id", 6, #"unexpected "," expecting "...", field name (* or [a..z0..9_$]), "*" or "count()""#),
            ("select", "owners(", 8, #"unexpected end of input expecting "...", field name (* or [a..z0..9_$]), "*", "count()" or ")""#),
            (
                "select", "owners(name", 12,
                #"unexpected end of input expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input"#
            ),
            ("select", "name::", 7, "unexpected end of input expecting letter or digit"),
            ("select", "name:", 6, #"unexpected end of input expecting ":" or field name (* or [a..z0..9_$])"#),
            ("select", "a:b:c", 4, #"unexpected "c" expecting "::""#),
            ("select", "name.foo", 6, #"unexpected "f" expecting "sum", "avg", "count", "max" or "min""#),
            ("select", "name.sum", 9, #"unexpected end of input expecting "()""#),
            (
                "select", "walks!inner", 6,
                #"unexpected '!' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input"#
            ),
            (
                "select", "count(id)", 6,
                #"unexpected '(' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input"#
            ),
            ("select", "al:...owners(name)", 4, #"unexpected "." expecting ":" or field name (* or [a..z0..9_$])"#),
            ("select", "name->", 7, #"unexpected end of input expecting "-", digit or any non reserved character different from: .,>()"#),
            ("select", "id::int4(3)", 9, #"unexpected '(' expecting letter, digit, ".", "::", ")", "," or end of input"#),
            ("select", "id-", 4, #"unexpected end of input expecting ">", letter or digit"#),
            ("select", "a.s", 3, #"unexpected end of input expecting "sum""#),
            ("select", "a.mzx()", 3, #"unexpected "m" expecting "sum", "avg", "count", "max" or "min""#),
            ("select", "a->b>c", 5, #"unexpected '>' expecting "-", "->>", "->", "::", ".", ")", "," or end of input"#),
            ("select", "owners(id,nm", 13, #"unexpected end of input expecting "," or ")""#),
            ("id", "", 1, #"unexpected end of input expecting "not" or operator (eq, gt, ...)"#),
            ("id", "7", 1, #"unexpected "7" expecting "not" or operator (eq, gt, ...)"#),
            ("id", "eq", 3, "unexpected end of input expecting operator (eq, gt, ...)"),
            ("id", "eqq.1", 3, #"unexpected "q" expecting operator (eq, gt, ...)"#),
            ("id", "in.1", 4, #"unexpected "1" expecting "(""#),
            ("id", "in.(1", 6, #"unexpected end of input expecting "," or ")""#),
            ("id", "is.xx", 4, #"unexpected "x" expecting isVal: (null, not_null, true, false, unknown)"#),
            ("id", "not.1", 5, #"unexpected "1" expecting operator (eq, gt, ...)"#),
            ("id", "notin.(1)", 4, #"unexpected "i" expecting delimiter (.)"#),
            ("id", "neq(any).{1}", 4, #"unexpected "(" expecting operator (eq, gt, ...)"#),
            ("id", "like(some).{a}", 6, #"unexpected "s" expecting operator (eq, gt, ...)"#),
            ("id", "like(an).{a}", 6, #"unexpected "n" expecting operator (eq, gt, ...)"#),
            ("id", "in.(a,", 7, #"unexpected end of input expecting "," or ")""#),
            ("order", "", 1, "unexpected end of input expecting field name (* or [a..z0..9_$])"),
            ("order", "id.", 4, #"unexpected end of input expecting "asc", "desc", "nullsfirst" or "nullslast""#),
            ("order", "id.foo", 4, #"unexpected "f" expecting "asc", "desc", "nullsfirst" or "nullslast""#),
            ("order", "id.asc.foo", 8, #"unexpected "f" expecting "nullsfirst" or "nullslast""#),
            ("order", "id.nullsfirst.asc", 14, #"unexpected '.' expecting "," or end of input"#),
            ("order", "id,", 4, "unexpected end of input expecting field name (* or [a..z0..9_$])"),
            (
                "order", "owners(name,id)", 7,
                #"unexpected '(' expecting letter, digit, "-", "->>", "->", delimiter (.), "," or end of input"#
            ),
            (
                "or", "()", 4,
                #"unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)"#
            ),
            ("or", "(a.eq.1", 10, #"unexpected end of input expecting "," or ")""#),
            (
                "or", "(a.eq.1,)", 11,
                #"unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)"#
            ),
            ("or", "(a)", 5, #"unexpected ")" expecting letter, digit, "-", "->>", "->" or delimiter (.)"#),
            ("or", "(a.foo.1)", 6, #"unexpected "f" expecting "not" or operator (eq, gt, ...)"#),
            ("or", "(not.a.eq.1)", 8, #"unexpected "." expecting logic operator (and, or)"#),
            ("or", "(o.name.eq.x)", 4, #"unexpected "." expecting "or""#),
            ("columns", "", 1, "unexpected end of input expecting field name (* or [a..z0..9_$])"),
            ("columns", "a,,b", 3, #"unexpected "," expecting field name (* or [a..z0..9_$])"#),
        ])
    func explains(key: String, value: String, column: Int, details: String) throws {
        let what =
            switch key {
            case "select", "columns": "\(key) parameter"
            case "order": "order"
            case "or": "logic tree"
            default: "filter"
            }
        let error = try #require(throws: RESTError.self) { try QueryParameters("\(key)=\(value)", for: .table) }
        #expect(error.message == "\"failed to parse \(what) (\(value))\" (line 1, column \(column))")
        #expect(error.details == .string(details))
        #expect(error.code == "PGRST100" && error.status.code == 400 && error.hint == nil)
    }

    @Test(
        "tells where a key is wrong",
        arguments: [
            (".a=eq.1", "failed to parse tree path (.a)", 1),
            ("a..b=eq.1", "failed to parse tree path (a..b)", 3),
            ("a..order=id", "failed to parse tree path (a..order)", 3),
            ("a..or=(a.eq.1)", "failed to parse logic path (a..or)", 3),
            ("on_conflict=", "failed to parse on_conflict parameter ()", 1),
            ("id=in.%0A%09(", "failed to parse filter (in.\n\t()", 0),
        ])
    func explainsKey(query: String, what: String, column: Int) throws {
        let error = try #require(throws: RESTError.self) { try QueryParameters(query, for: .table) }
        let place = column == 0 ? "(line 1, column 4)" : "(line 1, column \(column))"
        #expect(error.message == "\"\(what)\" \(place)")
    }

    @Test(
        "counts lines, tabs and characters",
        arguments: [
            ("id=in.%09x", "(line 1, column 9)"),
            ("select=%C3%A9%C3%A9::", "(line 1, column 5)"),
            ("id=in.(%0A%0Aa,b", "(line 3, column 4)"),
        ])
    func places(query: String, place: String) throws {
        let error = try #require(throws: RESTError.self) { try QueryParameters(query, for: .table) }
        #expect(error.message.hasSuffix(place), "\(error.message)")
    }

    @Test(
        "shows odd characters as Haskell does",
        arguments: [
            ("%C3%A9", #"unexpected "\233""#), ("%22", #"unexpected "\"""#), ("%5C", #"unexpected "\\""#), ("%07", #"unexpected "\a""#),
            ("%00", #"unexpected "\NUL""#), ("%7F", #"unexpected "\DEL""#), ("%1B", #"unexpected "\ESC""#), ("%0A", #"unexpected "\n""#),
        ])
    func shows(value: String, beginning: String) throws {
        let error = try #require(throws: RESTError.self) { try QueryParameters("id=\(value)", for: .table) }
        #expect(error.details.string?.hasPrefix(beginning + " ") == true, "\(error.details)")
    }

    @Test(
        "reports the first wrong parameter in the order of their kinds",
        arguments: [
            ("select=a.&id=x&or=()&order=&columns=&on_conflict=", "order"),
            ("select=a.&id=x&or=()&columns=&on_conflict=", "logic tree"),
            ("select=a.&id=x&columns=&on_conflict=", "columns parameter"),
            ("on_conflict=&id=x&select=a.", "select parameter"),
            ("on_conflict=&id=x&name=y", "filter (x)"),
            ("on_conflict=", "on_conflict parameter"),
        ])
    func ordersErrors(query: String, what: String) throws {
        let error = try #require(throws: RESTError.self) { try QueryParameters(query, for: .table) }
        #expect(error.message.contains("failed to parse \(what)"))
    }

    @Test("refuses nesting that would exhaust the stack", arguments: ["select", "or"])
    func limitsNesting(key: String) throws {
        for depth in [10, 1000, 20_000] {
            let query =
                key == "select"
                ? "select=" + String(repeating: "a(", count: depth) + "id" + String(repeating: ")", count: depth)
                : "or=(" + String(repeating: "and(", count: depth) + "a.eq.1" + String(repeating: ")", count: depth + 1)
            if depth < 60 {
                _ = try QueryParameters(query, for: .table)
            } else {
                let error = try #require(throws: RESTError.self) { try QueryParameters(query, for: .table) }
                #expect(error.details == "unexpected nesting of more than 64 levels")
            }
        }
    }

    @Test("refuses bytes that are not UTF-8, wherever they are", arguments: ["select=%FF", "%C3=eq.1", "x&%80"])
    func refusesBytes(query: String) {
        #expect(throws: RESTError.self) { try QueryParameters(query, for: .table) }
    }
}

extension APIRequest.Action {
    static let table = read(relation: "dogs", headersOnly: false)
}
