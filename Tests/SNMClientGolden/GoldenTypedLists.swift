import Foundation
import SNMClient

/// Typed columns and several values.
extension GoldenTable {
    static let typedListsRows: [GoldenRow] = typedListsPart

    private static let typedListsPart: [GoldenRow] = [
        typed("typed in", "id=in.(1,2,3)", where: "id in (1,2,3)") { $0.id.in([1, 2, 3]) },
        typed("typed in, empty", "id=in.()", where: "false") { $0.id.in([]) },
        typed("typed in, texts", "name=in.(%22x,y%22,a%2Bb,%EC%B4%88%EC%BD%94)", where: "name in ('x,y','a+b','초코')") { $0.name.in(["x,y", "a+b", "초코"]) },
        typed("typed in, quotes", "name=in.(%22%5C%22%22,%22(p)%22)", where: "name in ('\"','(p)')") { $0.name.in(["\"", "(p)"]) },
        typed("typed in, empty text", "name=in.(%22%22,%22%22)", where: "name = ''") { $0.name.in([""]) },
        typed("typed in, uuids", "uid=in.(00000000-0000-4000-8000-00000000000A)", where: "id = 10") { $0.uid.in([GoldenSchema.uuid]) },
        typed("typed in, dates", "seen=in.(2026-01-05T00:00:00Z)", where: "id = 5") { $0.seen.in([GoldenValue.day]) },
        typed("typed not in", "id=not.in.(1,2)", where: "id not in (1,2)") { !$0.id.in([1, 2]) },
        typed("typed equals any", "name=eq(any).%7B%22x,y%22,%22null%22%7D", where: "name in ('x,y','null')") { $0.name.equals(any: ["x,y", "null"]) },
        typed("typed any greater", "id=gt(any).%7B20,22%7D", where: "id > 20") { $0.id.any(.greaterThan, [20, 22]) },
        typed("typed all greater", "id=gt(all).%7B20,22%7D", where: "id > 22") { $0.id.all(.greaterThan, [20, 22]) },
        typed("typed all less or equal", "age=lte(all).%7B20,10%7D", where: "age <= 10") { $0.age.all(.lessThanOrEqual, [20, 10]) },
        typed("typed between, closed", "id=gte.3&id=lte.5", where: "id between 3 and 5") { $0.id.between(3...5) },
        typed("typed between, half open", "age=gte.6&age=lt.12", where: "age >= 6 and age < 12") { $0.age.between(6..<12) },
    ]
}
