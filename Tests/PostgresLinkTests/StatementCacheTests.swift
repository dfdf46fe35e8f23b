import Testing

@testable import PostgresLink

@Suite struct StatementCacheTests {
    @Test("evicts the statement that was not used for the longest time")
    func evicts() {
        var cache = StatementCache(limit: 2)
        let a = cache.add("a")
        let b = cache.add("b")
        #expect(cache.use("a") == a)
        let c = cache.add("c")
        #expect(cache.use("b") == nil)
        #expect(cache.use("a") == a && cache.use("c") == c)
        #expect(cache.takeRetired() == [b])
        #expect(cache.takeRetired() == [])
        #expect(cache.count == 2)
    }

    @Test("never uses a name twice")
    func names() {
        var cache = StatementCache(limit: 3)
        var names: Set<String> = []
        for round in 0..<100 { names.insert(cache.add("\(round % 5)")) }
        cache.forgetAll()
        names.insert(cache.add("0"))
        #expect(names.count == 101)
    }

    @Test("what was retired is deallocated, what was forgotten is not")
    func retires() {
        var cache = StatementCache(limit: 9)
        let a = cache.add("a")
        _ = cache.add("b")
        cache.retire("a")
        cache.forget("b")
        cache.retire("c")
        #expect(cache.retired == [a])
        #expect(cache.use("a") == nil && cache.use("b") == nil)
        #expect(cache.takeRetired() == [a])
        cache.giveBack(a)
        #expect(cache.retired == [a])
        cache.forgetAll()
        #expect(cache.retired == [])
    }
}
