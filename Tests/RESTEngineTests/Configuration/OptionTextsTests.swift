import Testing

@testable import RESTEngine

@Suite struct OptionTextsTests {
    @Test("takes the database's word before the environment's, and that before the file's")
    func precedence() {
        let options = OptionTexts(
            file: ["a": .text("file"), "b": .text("file"), "db-pool": .number(3)],
            environment: ["PGRST_B": "variable", "PGRST_C": "variable", "PGRST_DB_POOL": "", "B": "not ours", "PGRST_d": "not ours"]
        ).overridden(by: ["c": "database"])
        #expect(options.text("a") == "file" && options.text("b") == "variable" && options.text("c") == "database")
        // An empty variable hides the file's value, and means the default.
        #expect(options.number("db-pool") == nil && options.text("d") == nil)
    }

    @Test("keeps the case of settings of the application")
    func application() {
        let options = OptionTexts(
            file: ["app.settings.a": .text("file"), "app.settings.number": .number(5)],
            environment: ["PGRST_APP_SETTINGS_a": "variable", "PGRST_APP_SETTINGS_Region_1": "north"])
        let all = options.all(withPrefix: "app.settings.")
        #expect(all.map(\.name) == ["app.settings.Region_1", "app.settings.a", "app.settings.number"])
        #expect(all.map(\.value) == ["north", "variable", "Number 5.0"])
    }

    @Test(
        "reads flags",
        arguments: [
            (.text("true"), true), (.text("TRUE"), true), (.text("\"False\""), false), (.text("1"), true), (.text("0"), false),
            (.text("-1"), false), (.text("on"), nil), (.text("yes"), nil), (.text(""), nil), (.number(1), nil), (.flag(true), true),
        ] as [(OptionValue, Bool?)])
    func flags(value: OptionValue, flag: Bool?) {
        #expect(OptionTexts(file: ["f": value], environment: [:]).flag("f") == flag)
    }

    @Test(
        "reads whole numbers",
        arguments: [
            (.number(5), 5), (.number(5.5), nil), (.number(1e300), nil), (.text(" 7 "), 7), (.text("-7"), -7), (.text("x"), nil),
            (.flag(true), nil),
        ] as [(OptionValue, Int?)])
    func numbers(value: OptionValue, number: Int?) {
        #expect(OptionTexts(file: ["n": value], environment: [:]).number("n") == number)
    }

    @Test("goes on to the other name when the first has nothing to say")
    func aliases() {
        let options = OptionTexts(["max-rows": "5", "db-max-rows": "x", "db-schema": "vet", "db-schemas": ""])
        #expect(options.number("db-max-rows", "max-rows") == 5 && options.list("db-schemas", "db-schema") == ["vet"])
        #expect(options.listOrEmpty("db-schemas") == [] && options.listOrEmpty("none") == nil)
    }
}
