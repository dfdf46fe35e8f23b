import Testing

@testable import RESTEngine

@Suite struct ConfigurationFileTests {
    private func options(_ text: String) throws(OptionError) -> [String: OptionValue] {
        try ConfigurationFile.options(in: text, name: "rest.conf") { ["USER": "ann", "EMPTY": ""][$0] }
    }

    @Test(
        "reads names, values and comments",
        arguments: [
            ("", [:]),
            ("# nothing\n\n  # at all", [:]),
            ("db-pool = 10", ["db-pool": .number(10)]),
            ("db-pool=10 # sessions\r\ndb-uri=\"x\"", ["db-pool": .number(10), "db-uri": .text("x")]),
            ("a = true\nb = on\nc = false\nd = off", ["a": .flag(true), "b": .flag(true), "c": .flag(false), "d": .flag(false)]),
            ("app.settings.region_2 = \"north\"", ["app.settings.region_2": .text("north")]),
            ("a =\n  # below\n  1.5e1\n", ["a": .number(15)]),
            ("a = 1\na = 2", ["a": .number(2)]),
            (#"a = "\"\\\n\té😀""#, ["a": .text("\"\\\n\té😀")]),
            ("a = \"two\nlines # no comment\"", ["a": .text("two\nlines # no comment")]),
            ("a = \"$(USER)@$$1$(EMPTY)\"", ["a": .text("ann@$1")]),
        ] as [(String, [String: OptionValue])])
    func reads(text: String, expected: [String: OptionValue]) throws {
        #expect(try options(text) == expected)
    }

    @Test(
        "says where a file is wrong",
        arguments: [
            ("db-pool 10", "1:9: expecting '='"),
            ("a = 1\n= 2", "2:1: expecting a name"),
            ("a = yes", "1:5: expecting a text in quotes, a number, true, false, on or off"),
            ("a = -5", "1:5: expecting a text in quotes, a number, true, false, on or off"),
            ("a = 1 2", "1:7: expecting the end of the line"),
            ("a = \"x", "1:5: expecting a quote at the end of this text"),
            ("a = \"\\x\"", "1:7: expecting one of n, t, r, b, u, \" and \\"),
            ("a = \"\\u12\"", "1:8: expecting four hexadecimal digits"),
            ("a = \"\\ud800\"", "1:12: expecting the second half of the character"),
            ("a = \"$x\"", "1:7: expecting '$' or a variable's name in parentheses"),
            ("a = \"$(NOBODY)\"", "1:8: expecting the name of a variable that is set"),
            ("a. = 1", "1:3: expecting a name"), ("a", "1:2: expecting '='"), ("a =", "1:4: expecting a text in quotes, a number, true, false, on or off"),
            ("a = 1.2.3", "1:5: expecting a number"), ("a = 1e999", "1:5: expecting a number"),
        ])
    func refuses(text: String, reason: String) {
        #expect(throws: OptionError("Error in config rest.conf:\(reason)")) { try options(text) }
    }
}
