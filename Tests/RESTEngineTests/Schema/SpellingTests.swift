import Testing

@testable import RESTEngine

/// Names are bytes. `é` is one scalar in `composed`, two in `decomposed`; Swift takes them for equal.
@Suite struct SpellingTests {
    static let composed = "\u{E9}"
    static let decomposed = "e\u{301}"

    @Test("sorts and finds names by their bytes")
    func sequences() {
        let names = [Self.composed, "z", Self.decomposed, Self.composed]
        #expect(Self.composed == Self.decomposed)
        #expect(names.identifiers.count == 3 && names.sortedByCodePoint().map(\.utf8.count) == [3, 1, 2])
        #expect(names.sortedBySpelling().map(\.utf8.count) == [3, 1, 2, 2])
        #expect(names.identifiers.sortedNames.map(\.utf8.count) == [3, 1, 2])
        #expect(![Self.composed].contains(spelled: Self.decomposed) && names.contains(spelled: Self.decomposed))
        #expect(Self.decomposed.order(against: Self.composed) == true && "a".order(against: "a") == nil)
        #expect(!Optional<String>.none.isSpelled("") && !Optional(Self.composed).isSpelled(Self.decomposed))
    }

    @Test("a relation's columns, a cache's keys, parameters of a function")
    func lookups() {
        let relation = Relation(
            name: ExampleSchema.name("t"),
            columns: [
                Column(name: Self.composed, type: "integer", nominalType: "integer"),
                Column(name: Self.decomposed, type: "text", nominalType: "text"),
            ])
        #expect(relation.column(Self.composed)?.type == "integer" && relation.column(Self.decomposed)?.type == "text")
        let key = SchemaCache.RelationshipKey(source: ExampleSchema.name("t"), targetSchema: Self.composed)
        #expect(key != .init(source: ExampleSchema.name("t"), targetSchema: Self.decomposed))
        #expect(SchemaCache.Representations.TypePair(Self.composed, "json") != .init(Self.decomposed, "json"))
        let call = RoutineCall(name: ExampleSchema.name("f"), arguments: [Self.composed, Self.decomposed, Self.composed], body: .none)
        #expect(call.sortedArguments.map(\.utf8.count) == [3, 2])
        let routine = Routine(
            name: ExampleSchema.name("f"), parameters: [.init(name: Self.composed, type: "text", wideType: "text")],
            result: .init(isSet: false, isComposite: false, type: ExampleSchema.name("t")))
        #expect(!call.matches(routine))
    }

    @Test("orders and ranges of embeds whose names differ in bytes only")
    func parameters() throws {
        let query = try QueryParameters(
            "%22\(Self.decomposed)%22.order=a&\(Self.composed).order=b&\(Self.composed).order=c",
            for: .read(relation: "t", headersOnly: false))
        #expect(query.orders.map { $0.terms.map(\.field.name) } == [["a"], ["b"]])
    }
}
