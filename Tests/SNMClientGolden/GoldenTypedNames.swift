import Foundation
import SNMClient

/// Typed columns with odd names.
extension GoldenTable {
    static let typedNamesRows: [GoldenRow] = typedNamesPart

    private static let typedNamesPart: [GoldenRow] = [
        typed("typed column \"odd.name\"", "%22odd.name%22=eq.4", where: "\"odd.name\" = '4'") { $0.oddName == "4" },
        typed("typed column \"odd.name\" in a tree", "or=(%22odd.name%22.eq.4,id.eq.9)", where: "\"odd.name\" = '4' or id = 9") { $0.oddName == "4" || $0.id == 9 },
        typed("typed column \"first name\"", "%22first%20name%22=eq.4", where: "\"first name\" = '4'") { $0.firstName == "4" },
        typed("typed column \"first name\" in a tree", "or=(%22first%20name%22.eq.4,id.eq.9)", where: "\"first name\" = '4' or id = 9") { $0.firstName == "4" || $0.id == 9 },
        typed("typed column \"a,(b)\"", "%22a,(b)%22=eq.4", where: "\"a,(b)\" = 4") { $0.aB == 4 },
        typed("typed column \"a,(b)\" in a tree", "or=(%22a,(b)%22.eq.4,id.eq.9)", where: "\"a,(b)\" = 4 or id = 9") { $0.aB == 4 || $0.id == 9 },
        typed("typed column a-b", "a-b=eq.4", where: "\"a-b\" = 4") { $0.aB2 == 4 },
        typed("typed column a-b in a tree", "or=(a-b.eq.4,id.eq.9)", where: "\"a-b\" = 4 or id = 9") { $0.aB2 == 4 || $0.id == 9 },
        typed("typed column \"q\\\"q\"", "%22q%5C%22q%22=eq.4", where: "\"q\"\"q\" = 4") { $0.qQ == 4 },
        typed("typed column \"q\\\"q\" in a tree", "or=(%22q%5C%22q%22.eq.4,id.eq.9)", where: "\"q\"\"q\" = 4 or id = 9") { $0.qQ == 4 || $0.id == 9 },
        typed("typed column CamelCase", "CamelCase=eq.4", where: "\"CamelCase\" = 4") { $0.camelCase == 4 },
        typed("typed column CamelCase in a tree", "or=(CamelCase.eq.4,id.eq.9)", where: "\"CamelCase\" = 4 or id = 9") { $0.camelCase == 4 || $0.id == 9 },
        typed("typed column 닉네임", "%EB%8B%89%EB%84%A4%EC%9E%84=eq.%EB%B3%84%EB%AA%85%204", where: "\"닉네임\" = '별명 4'") { $0.닉네임 == "별명 4" },
        typed("typed column 닉네임 in a tree", "or=(%EB%8B%89%EB%84%A4%EC%9E%84.eq.%EB%B3%84%EB%AA%85%204,id.eq.9)", where: "\"닉네임\" = '별명 4' or id = 9") { $0.닉네임 == "별명 4" || $0.id == 9 },
        typed("typed column \"order\"", "%22order%22=eq.4", where: "\"order\" = 4") { $0.order == 4 },
        typed("typed column \"order\" in a tree", "or=(order.eq.4,id.eq.9)", where: "\"order\" = 4 or id = 9") { $0.order == 4 || $0.id == 9 },
        typed("typed column \"limit\"", "%22limit%22=eq.4", where: "\"limit\" = 4") { $0.limit == 4 },
        typed("typed column \"limit\" in a tree", "or=(limit.eq.4,id.eq.9)", where: "\"limit\" = 4 or id = 9") { $0.limit == 4 || $0.id == 9 },
        typed("typed column \"offset\"", "%22offset%22=eq.4", where: "\"offset\" = 4") { $0.offset == 4 },
        typed("typed column \"offset\" in a tree", "or=(offset.eq.4,id.eq.9)", where: "\"offset\" = 4 or id = 9") { $0.offset == 4 || $0.id == 9 },
        typed("typed column \"and\"", "%22and%22=eq.4", where: "\"and\" = 4") { $0.and == 4 },
        typed("typed column \"and\" in a tree", "or=(and.eq.4,id.eq.9)", where: "\"and\" = 4 or id = 9") { $0.and == 4 || $0.id == 9 },
        typed("typed column \"or\"", "%22or%22=eq.4", where: "\"or\" = 4") { $0.or == 4 },
        typed("typed column \"or\" in a tree", "or=(or.eq.4,id.eq.9)", where: "\"or\" = 4 or id = 9") { $0.or == 4 || $0.id == 9 },
        typed("typed column \"select\"", "%22select%22=eq.4", where: "\"select\" = 4") { $0.select == 4 },
        typed("typed column \"select\" in a tree", "or=(select.eq.4,id.eq.9)", where: "\"select\" = 4 or id = 9") { $0.select == 4 || $0.id == 9 },
        typed("typed column \"columns\"", "%22columns%22=eq.4", where: "\"columns\" = 4") { $0.columns == 4 },
        typed("typed column \"columns\" in a tree", "or=(columns.eq.4,id.eq.9)", where: "\"columns\" = 4 or id = 9") { $0.columns == 4 || $0.id == 9 },
        typed("typed column \"on_conflict\"", "%22on_conflict%22=eq.4", where: "\"on_conflict\" = 4") { $0.onConflict == 4 },
        typed("typed column \"on_conflict\" in a tree", "or=(on_conflict.eq.4,id.eq.9)", where: "\"on_conflict\" = 4 or id = 9") { $0.onConflict == 4 || $0.id == 9 },
    ]
}
