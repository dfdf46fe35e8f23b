import Foundation
import SNMClient

/// Typed columns of JSON.
extension GoldenTable {
    static let typedDocumentsRows: [GoldenRow] = typedDocumentsPart

    private static let typedDocumentsPart: [GoldenRow] = [
        typed("typed json contains", "info=cs.%7B%22n%22:4%7D", where: "info @> '{\"n\":4}'") { $0.info.contains(["n": 4]) },
        typed("typed json contains text", "info=cs.%7B%22name%22:%22x,y%22%7D", where: "info @> '{\"name\":\"x,y\"}'") { $0.info.contains(["name": "x,y"]) },
        typed("typed json contained", "info-%3Elist=cd.%5B3,4,5%5D", where: "info->'list' <@ '[3,4,5]'") { $0.info["list"].contained(in: [3, 4, 5]) },
        typed("typed json text", "info-%3E%3Ecolour=eq.brown", where: "info->>'colour' = 'brown'") { $0.info["colour"].text == "brown" },
        typed("typed json value", "info-%3En=eq.4", where: "info->'n' = '4'") { $0.info["n"] == 4 },
        typed("typed json index", "info-%3Elist-%3E0=eq.4", where: "info->'list'->0 = '4'") { $0.info["list"][0] == 4 },
        typed("typed json last as text", "info-%3Elist-%3E%3E-1=eq.5", where: "info->'list'->>-1 = '5'") { $0.info["list"][-1].text == "5" },
        typed("typed json odd key", "info-%3E%22a.b%22-%3E%3Ec=eq.3", where: "info->'a.b'->>'c' = '3'") { $0.info["a.b"]["c"].text == "3" },
        typed("typed json digits", "info-%3E%3E%220%22=eq.zero", where: "info->>'0' = 'zero'") { $0.info["0"].text == "zero" },
        typed("typed json null", "info-%3Emissing=is.null", where: "info->'missing' is null") { $0.info["missing"] == nil },
        typed("typed json like", "info-%3E%3Ename=like.*a*", where: "info->>'name' like '%a%'") { $0.info["name"].text.like("*a*") },
        typed("typed json in", "info-%3E%3En=in.(4,5)", where: "info->>'n' in ('4','5')") { $0.info["n"].text.in(["4", "5"]) },
    ]
}
