import Foundation
import SNMClient

/// Null and truth of typed columns.
extension GoldenTable {
    static let typedNullsRows: [GoldenRow] = typedNullsPart

    private static let typedNullsPart: [GoldenRow] = [
        typed("typed age == nil", "age=is.null", where: "age is null") { $0.age == nil },
        typed("typed age != nil", "age=not.is.null", where: "age is not null") { $0.age != nil },
        typed("typed big == nil", "big=is.null", where: "big is null") { $0.big == nil },
        typed("typed big != nil", "big=not.is.null", where: "big is not null") { $0.big != nil },
        typed("typed price == nil", "price=is.null", where: "price is null") { $0.price == nil },
        typed("typed price != nil", "price=not.is.null", where: "price is not null") { $0.price != nil },
        typed("typed ratio == nil", "ratio=is.null", where: "ratio is null") { $0.ratio == nil },
        typed("typed ratio != nil", "ratio=not.is.null", where: "ratio is not null") { $0.ratio != nil },
        typed("typed name == nil", "name=is.null", where: "name is null") { $0.name == nil },
        typed("typed name != nil", "name=not.is.null", where: "name is not null") { $0.name != nil },
        typed("typed uid == nil", "uid=is.null", where: "uid is null") { $0.uid == nil },
        typed("typed uid != nil", "uid=not.is.null", where: "uid is not null") { $0.uid != nil },
        typed("typed seen == nil", "seen=is.null", where: "seen is null") { $0.seen == nil },
        typed("typed seen != nil", "seen=not.is.null", where: "seen is not null") { $0.seen != nil },
        typed("typed isNull", "name=is.null", where: "name is null") { $0.name.isNull },
        typed("typed isNotNull", "ok=not.is.null", where: "ok is not null") { $0.ok.isNotNull },
        typed("typed not null", "age=not.is.null", where: "age is not null") { !($0.age == nil) },
        typed("typed not not null", "age=is.null", where: "age is null") { !($0.age != nil) },
        typed("typed ok == true", "ok=eq.true", where: "ok = true") { $0.ok == true },
        typed("typed ok != true", "ok=neq.true", where: "ok <> true") { $0.ok != true },
        typed("typed ok == nil", "ok=is.null", where: "ok is null") { $0.ok == nil },
        typed("typed ok isTrue", "ok=is.true", where: "ok is true") { $0.ok.isTrue },
        typed("typed ok isFalse", "ok=is.false", where: "ok is false") { $0.ok.isFalse },
        typed("typed ok not isTrue", "ok=not.is.true", where: "ok is not true") { !$0.ok.isTrue },
        typed("typed isDistinct", "age=isdistinct.9", where: "age is distinct from 9") { $0.age.isDistinct(from: 9) },
        typed("typed isDistinct text", "name=isdistinct.x,y", where: "name is distinct from 'x,y'") { $0.name.isDistinct(from: "x,y") },
    ]
}
