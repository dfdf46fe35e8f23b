import Foundation
import SNMClient

/// Typed conditions, combined.
extension GoldenTable {
    static let typedLogicRows: [GoldenRow] = typedLogicPart

    private static let typedLogicPart: [GoldenRow] = [
        typed("typed logic and", "id=gt.1&id=lt.4", where: "id > 1 and id < 4") { $0.id > 1 && $0.id < 4 },
        typed("typed logic or", "or=(id.eq.1,id.eq.2)", where: "id in (1,2)") { $0.id == 1 || $0.id == 2 },
        typed("typed logic three or", "or=(id.eq.1,id.eq.2,id.eq.5)", where: "id in (1,2,5)") { $0.id == 1 || $0.id == 2 || $0.id == 5 },
        typed("typed logic and in or", "or=(id.eq.1,and(id.gt.3,age.lt.20))", where: "id = 1 or (id > 3 and age < 20)") { $0.id == 1 || ($0.id > 3 && $0.age < 20) },
        typed("typed logic or in and", "id=gt.3&or=(age.lt.20,age.is.null)", where: "id > 3 and (age < 20 or age is null)") { $0.id > 3 && ($0.age < 20 || $0.age == nil) },
        typed("typed logic not", "id=not.eq.3", where: "id <> 3") { !($0.id == 3) },
        typed("typed logic not or", "not.or=(id.eq.1,id.eq.2)", where: "id not in (1,2)") { !($0.id == 1 || $0.id == 2) },
        typed("typed logic not and", "not.and=(id.gt.1,id.lt.4)", where: "not (id > 1 and id < 4)") { !($0.id > 1 && $0.id < 4) },
        typed("typed logic not in or", "or=(id.not.lt.20,name.is.null)", where: "not id < 20 or name is null") { !($0.id < 20) || $0.name == nil },
        typed("typed logic double not", "id=eq.3", where: "id = 3") { !(!($0.id == 3)) },
        typed("typed logic texts in or", "or=(name.eq.%22x,y%22,name.eq.%22(p)%22,name.eq.%22%5C%22%22)", where: "name in ('x,y','(p)','\"')") { $0.name == "x,y" || $0.name == "(p)" || $0.name == "\"" },
        typed("typed logic arrays in or", "or=(tags.cs.%22%7B%5C%22x,y%5C%22,common%7D%22,nums.ov.%22%7B1%7D%22)", where: "tags @> array['x,y','common'] or nums && array[1]") { $0.tags.contains(["x,y", "common"]) || $0.nums.overlaps([1]) },
        typed("typed logic json in or", "or=(info-%3E%3Ecolour.eq.brown,info-%3En.eq.3)", where: "info->>'colour' = 'brown' or info->'n' = '3'") { $0.info["colour"].text == "brown" || $0.info["n"] == 3 },
        typed("typed logic in list in or", "or=(id.in.(1,2),name.in.(%22x,y%22))", where: "id in (1,2) or name = 'x,y'") { $0.id.in([1, 2]) || $0.name.in(["x,y"]) },
        typed("typed logic raw", "age=gt.60&id=lt.25", where: "age > 60 and id < 25") { .raw(.greaterThan("age", 60)) && $0.id < 25 },
        typed("typed logic four and", "id=gt.1&id=lt.20&age=gt.3&ok=eq.true", where: "id > 1 and id < 20 and age > 3 and ok") { $0.id > 1 && $0.id < 20 && $0.age > 3 && $0.ok == true },
    ]
}
