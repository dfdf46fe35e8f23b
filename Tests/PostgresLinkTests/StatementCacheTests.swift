import Testing

@testable import PostgresLink

@Suite struct StatementCacheTests {
    @Test("evicts the statement that was not used for the longest time")
    func evicts() {
        var cache = StatementCache(limit: 2)
        let a = cache.add(template("a"))
        let b = cache.add(template("b"))
        #expect(cache.use(template("a")) == a)
        let c = cache.add(template("c"))
        #expect(cache.use(template("b")) == nil)
        #expect(cache.use(template("a")) == a && cache.use(template("c")) == c)
        #expect(cache.takeRetired() == [b])
        #expect(cache.takeRetired() == [])
        #expect(cache.count == 2)
    }

    @Test("never uses a name twice, nor one of another session")
    func names() {
        var cache = StatementCache(limit: 3)
        var names: Set<String> = []
        for round in 0..<100 { names.insert(cache.add(template("\(round % 5)"))) }
        cache.forgetAll()
        names.insert(cache.add(template("0")))
        var other = StatementCache(limit: 3)
        names.insert(other.add(template("0")))
        #expect(names.count == 102)
    }

    @Test("what was retired is deallocated, what was forgotten is not")
    func retires() {
        var cache = StatementCache(limit: 9)
        let a = cache.add(template("a"))
        _ = cache.add(template("b"))
        cache.retire(template("a"))
        cache.forget(template("b"))
        cache.retire(template("c"))
        #expect(cache.retired == [a])
        #expect(cache.use(template("a")) == nil && cache.use(template("b")) == nil)
        #expect(cache.takeRetired() == [a])
        cache.giveBack(a)
        #expect(cache.retired == [a])
        cache.forgetAll()
        #expect(cache.retired == [])
    }

    @Test(
        "tells statements apart by their text, and not by their values",
        arguments: [
            ("a \(parameter: "1")", "a \(parameter: "2")", true),
            ("a \(parameter: "1")", "a \(parameter: .binary([0]))", true),
            ("a \(parameter: "1") b", "a \(parameter: "1")b ", false),
            ("a\(parameter: "1") b", "a \(parameter: "1")b", false),
            ("a\(parameter: "1")", "a", false),
            ("a\(parameter: "1")", "a\(parameter: "1")\(parameter: "1")", false),
            ("", "", true),
        ] as [(SQL, SQL, Bool)])
    func templates(left: SQL, right: SQL, areEqual: Bool) {
        let (left, right) = (SQL.Template(left), SQL.Template(right))
        #expect((left == right) == areEqual)
        #expect((left.hashValue == right.hashValue) || !areEqual)
        #expect(left.withoutValues() == left && left.withoutValues().hashValue == left.hashValue)
    }

    private func template(_ text: String) -> SQL.Template {
        SQL.Template(SQL(verbatim: text))
    }
}
