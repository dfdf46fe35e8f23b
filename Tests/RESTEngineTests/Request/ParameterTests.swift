import RESTEngine
import Testing

/// Parameters that are right, and the trees they become (rest.md 1.5 to 1.14).
@Suite struct ParameterTests {
    @Test(
        "reads a selection",
        arguments: [
            ("", []),
            ("*", [.column(SelectColumn(Field("*")))]),
            ("id, name ", [.column(SelectColumn(Field("id"))), .column(SelectColumn(Field("name")))]),
            ("call:name::text", [.column(SelectColumn(Field("name"), cast: "text", alias: "call"))]),
            ("a - b", [.column(SelectColumn(Field("a-b")))]),
            (#""odd, \"name\"""#, [.column(SelectColumn(Field("odd, \"name\"")))]),
            ("count()", [.column(SelectColumn(Field("*"), aggregate: .count))]),
            ("n:count()::text", [.column(SelectColumn(Field("*"), aggregate: .count, aggregateCast: "text", alias: "n"))]),
            ("km::int.sum()::text", [.column(SelectColumn(Field("km"), cast: "int", aggregate: .sum, aggregateCast: "text"))]),
            ("a.max(),a.min(),a.avg(),a.count()", [.max, .min, .avg, .count].map { .column(SelectColumn(Field("a"), aggregate: $0)) }),
            (
                "info->address->>city",
                [
                    .column(
                        SelectColumn(
                            Field(
                                "info",
                                path: [JSONStep(asText: false, operand: .key("address")), JSONStep(asText: true, operand: .key("city"))])))
                ]
            ),
            (
                "a->0,a->-1->>x,a->0x,a->\"0\"",
                [
                    .column(SelectColumn(Field("a", path: [JSONStep(asText: false, operand: .index("+0"))]))),
                    .column(
                        SelectColumn(
                            Field(
                                "a", path: [JSONStep(asText: false, operand: .index("-1")), JSONStep(asText: true, operand: .key("x"))]))),
                    .column(SelectColumn(Field("a", path: [JSONStep(asText: false, operand: .key("0x"))]))),
                    .column(SelectColumn(Field("a", path: [JSONStep(asText: false, operand: .key("0"))]))),
                ]
            ),
            ("owners()", [.embed(SelectEmbed("owners"))]),
            (
                "o:owners!fk!inner(id,...walks(km))",
                [
                    .embed(
                        SelectEmbed(
                            "owners", alias: "o", hint: "fk", join: .inner,
                            items: [
                                .column(SelectColumn(Field("id"))),
                                .embed(SelectEmbed("walks", isSpread: true, items: [.column(SelectColumn(Field("km")))])),
                            ]))
                ]
            ),
            (
                "walks!left!fk(a->0)",
                [
                    .embed(
                        SelectEmbed(
                            "walks", hint: "fk", join: .left,
                            // `)` does not end an index.
                            items: [.column(SelectColumn(Field("a", path: [JSONStep(asText: false, operand: .key("0"))])))]))
                ]
            ),
            // Trailing text, and what does not begin like an item, is dropped.
            ("id)zzz", [.column(SelectColumn(Field("id")))]), ("(id)", []), ("-id", []), ("*id", []),
        ] as [(String, [SelectItem])])
    func selects(text: String, items: [SelectItem]) throws {
        #expect(try query("select=\(text)").select == items)
    }

    @Test(
        "reads a filter",
        arguments: [
            ("id=eq.1", Operation(.quantifiable(.eq, nil, "1"))),
            ("id=not.gte.", Operation(isNegated: true, .quantifiable(.gte, nil, ""))),
            ("id=eq.1.5", Operation(.quantifiable(.eq, nil, "1.5"))),
            ("id=like(any).{a,b}", Operation(.quantifiable(.like, .any, "{a,b}"))),
            ("id=lt(all).{1}", Operation(.quantifiable(.lt, .all, "{1}"))),
            ("id=lte.1", Operation(.quantifiable(.lte, nil, "1"))),
            ("id=neq.a", Operation(.simple(.neq, "a"))), ("id=cs.{a}", Operation(.simple(.cs, "{a}"))),
            ("id=adj.(1,2)", Operation(.simple(.adj, "(1,2)"))),
            ("id=in.(1, 2 ,\"a,b\",\"x\"y)", Operation(.in(["1", " 2 ", "a,b", "\"x\"y"]))),
            ("id=in.()", Operation(.in([""]))), ("id=in.(\"\")", Operation(.in([""]))), ("id=in.(1,2)zzz", Operation(.in(["1", "2"]))),
            ("id=is.null", Operation(.is(.null))), ("id=is.NuLLish", Operation(.is(.null))), ("id=is.not_null", Operation(.is(.notNull))),
            ("id=not.is.TRUE", Operation(isNegated: true, .is(.true))), ("id=is.unknown", Operation(.is(.unknown))),
            ("id=isdistinct.3", Operation(.isDistinct("3"))),
            ("id=fts(english).dog", Operation(.fullText(.fts, language: "english", "dog"))),
            ("id=wfts.big dog", Operation(.fullText(.wfts, language: nil, "big dog"))),
            ("id=eq.a%00b%2Bc+d", Operation(.quantifiable(.eq, nil, "a\0b+c d"))),
        ])
    func filters(text: String, operation: Operation) throws {
        let key = String(text.prefix { $0 != "=" })
        #expect(try query(text).filters == [Filter(field: Field(key), operation: operation, key: key)])
    }

    @Test(
        "reads the key of a filter",
        arguments: [
            ("walks.route.km", ["walks", "route"], Field("km")),
            ("info->>a.b", [], Field("info", path: [JSONStep(asText: true, operand: .key("a"))])),
            ("\"order\"", [], Field("order")), ("walks.select", ["walks"], Field("select")),
            ("id!x", [], Field("id")), ("id::text", [], Field("id")), (" id ", [], Field("id")),
        ])
    func filterKeys(key: String, path: [String], field: Field) throws {
        let filter = Filter(embedPath: path, field: field, operation: Operation(.quantifiable(.eq, nil, "1")), key: key)
        #expect(try query("\(key)=eq.1").filters == [filter])
    }

    @Test(
        "reads a logic tree",
        arguments: [
            (
                "or=(a.eq.1,b.not.is.null)", [],
                .group(isNegated: false, .or, [.a("1"), .condition(Field("b"), Operation(isNegated: true, .is(.null)))])
            ),
            ("and=(a.eq.1)", [], .group(isNegated: false, .and, [.a("1")])),
            ("not.or=( a.eq.1 )", [], .group(isNegated: true, .or, [.a("1 ")])),
            ("walks.not.and=(a.eq.1)", ["walks"], .group(isNegated: true, .and, [.a("1")])),
            ("not.walks.or=(a.eq.1)zzz", ["walks"], .group(isNegated: true, .or, [.a("1")])),
            (
                "or=(not.and(a.eq.1,a.eq.{x,y}),a.eq.\"q,)\")", [],
                .group(isNegated: false, .or, [.group(isNegated: true, .and, [.a("1"), .a("{x,y}")]), .a("q,)")])
            ),
            ("or=(a.eq.x(y),a.eq.2)", [], .group(isNegated: false, .or, [.a("x(y")])),
            ("or=id.eq.1", [], .condition(Field("orid"), Operation(.quantifiable(.eq, nil, "1")))),
            ("or=(a.in.(1,2),a.eq.2)", [], .group(isNegated: false, .or, [.condition(Field("a"), Operation(.in(["1", "2"]))), .a("2")])),
        ] as [(String, [String], LogicTree)])
    func logic(text: String, path: [String], tree: LogicTree) throws {
        #expect(try query(text).logic == [LogicParameter(embedPath: path, tree: tree)])
    }

    @Test(
        "reads an order",
        arguments: [
            ("order=id", [], [OrderTerm(Field("id"))]),
            (
                "order=id.desc.nullslast, name.nullsfirst", [],
                [
                    OrderTerm(Field("id"), direction: .desc, nulls: .nullsLast), OrderTerm(Field("name"), nulls: .nullsFirst),
                ]
            ),
            ("walks.order=km.asc", ["walks"], [OrderTerm(Field("km"), direction: .asc)]),
            ("order=owners(name).desc", [], [OrderTerm(embed: "owners", Field("name"), direction: .desc)]),
            ("order=id desc", [], [OrderTerm(Field("id desc"))]),
            ("order=info->>a.asc", [], [OrderTerm(Field("info", path: [JSONStep(asText: true, operand: .key("a"))]), direction: .asc)]),
            // The first of a path counts, though all must be right.
            ("order=id&order=name", [], [OrderTerm(Field("id"))]),
        ])
    func orders(text: String, path: [String], terms: [OrderTerm]) throws {
        #expect(try query(text).orders == [OrderParameter(embedPath: path, terms: terms)])
    }

    @Test("takes the first select, columns and on_conflict, and none without a value")
    func firstCounts() throws {
        let parameters = try query("columns=a, \"b,c\"&columns=x&on_conflict=id&on_conflict=,&select&select=id&select=name")
        #expect(parameters.columns == ["a", "b,c"])
        #expect(parameters.onConflict == ["id"])
        #expect(parameters.select == [.column(SelectColumn(Field("id")))])
        #expect(try query("select&columns&on_conflict&order&id&or").select == nil)
    }

    @Test(
        "reads ranges of embeds",
        arguments: [
            ("walks.limit=5", PageRange(upper: 4)), ("walks.offset=5", PageRange(lower: 5)),
            ("walks.limit=5&walks.offset=10", PageRange(lower: 10, upper: 14)), ("walks.limit=1&walks.limit=3", PageRange(upper: 2)),
            ("walks.limit=-1", PageRange(upper: -2)), ("walks.limit=x", PageRange.all), ("walks.limit=0", PageRange(upper: -1)),
            ("walks.limit=x&walks.offset=4", PageRange(lower: 4, upper: 3)),
            ("walks.offset=170141183460469231731687303715884105727&walks.limit=99", PageRange(lower: .max, upper: .max - 1)),
        ])
    func embeddedRanges(text: String, range: PageRange) throws {
        #expect(try query(text).embeddedRanges == [EmbeddedRange(embedPath: ["walks"], range: range)])
    }

    @Test("keeps a wrong key of a range for the plan")
    func rangeKeys() throws {
        let error = try query("a..offset=1").rangeError
        #expect(error?.message == "\"failed to parse tree path (a..limit)\" (line 1, column 3)")
    }

    @Test(
        "writes the canonical form",
        arguments: [
            ("", ""), ("b=2&a=1", "a=1&b=2"), ("id=gt.1&select=id&id=lt.9", "id=gt.1,lt.9&select=id"), ("a=1&", "a=1"), ("&a=1", "=&a=1"),
            ("a;b=eq.x+y", "a=&b=eq.x%20y"), ("n=eq.%C3%A9", "n=eq.%C3%83%C2%A9"), ("a-b_c=eq.~.%2f(*)", "a-b_c=eq.~.%2F%28%2A%29"),
            ("a=eq.%zz%4", "a=eq.%25zz%254"),
        ])
    func canonical(text: String, canonical: String) throws {
        // The numbers stand for filters on them.
        let valid = text.replacing("=1", with: "=eq.1").replacing("=2", with: "=eq.2")
        #expect(try query(valid).canonical == canonical.replacing("=1", with: "=eq.1").replacing("=2", with: "=eq.2"))
    }

    @Test(
        "tells arguments of a function from filters",
        arguments: [
            ("x=5", ["x=5"], 0), ("x=eq.5", [], 1), ("x=eq", ["x=eq"], 0), ("x=", ["x="], 0), ("x=hello&x=b", ["x=hello", "x=b"], 0),
            ("x", [], 0), ("a.b->c=5", ["b=5"], 0), ("x=notin.5", ["x=notin.5"], 0), ("x=note", ["x=note"], 0),
        ])
    func arguments(text: String, arguments: [String], filters: Int) throws {
        let parameters = try QueryParameters(text, for: .call(routine: "f", .get))
        #expect(parameters.arguments.map { "\($0.name)=\($0.value)" } == arguments)
        #expect(parameters.filters.count == filters)
    }

    @Test("takes a value that begins like an operator for one", arguments: ["x=in.progress", "x=is.this", "x=not.ok"])
    func committed(text: String) {
        #expect(throws: RESTError.self) { try QueryParameters(text, for: .call(routine: "f", .get)) }
    }

    @Test("takes no arguments from the query of a POST")
    func noArguments() {
        #expect(throws: RESTError.self) { try QueryParameters("x=5", for: .call(routine: "f", .post)) }
    }

    private func query(_ text: String) throws(RESTError) -> QueryParameters {
        try QueryParameters(text, for: .table)
    }
}

extension LogicTree {
    /// `a.eq.<value>`
    fileprivate static func a(_ value: String) -> Self {
        .condition(Field("a"), Operation(.quantifiable(.eq, nil, value)))
    }
}
