import Foundation
import SNMClient

/// Typed columns of text.
extension GoldenTable {
    static let typedTextsRows: [GoldenRow] = typedTextsPart

    private static let typedTextsPart: [GoldenRow] = [
        typed("typed like %a%", "name=like.%25a%25", where: "name like '%a%'") { $0.name.like("%a%") },
        typed("typed not like %a%", "name=not.like.%25a%25", where: "not (name like '%a%')") { !$0.name.like("%a%") },
        typed("typed like *b*", "name=like.*b*", where: "name like '%b%'") { $0.name.like("*b*") },
        typed("typed not like *b*", "name=not.like.*b*", where: "not (name like '%b%')") { !$0.name.like("*b*") },
        typed("typed ilike *A*", "name=ilike.*A*", where: "name ilike '%A%'") { $0.name.ilike("*A*") },
        typed("typed not ilike *A*", "name=not.ilike.*A*", where: "not (name ilike '%A%')") { !$0.name.ilike("*A*") },
        typed("typed match ^[a-c]", "name=match.%5E%5Ba-c%5D", where: "name ~ '^[a-c]'") { $0.name.match("^[a-c]") },
        typed("typed not match ^[a-c]", "name=not.match.%5E%5Ba-c%5D", where: "not (name ~ '^[a-c]')") { !$0.name.match("^[a-c]") },
        typed("typed imatch ^N", "name=imatch.%5EN", where: "name ~* '^N'") { $0.name.imatch("^N") },
        typed("typed not imatch ^N", "name=not.imatch.%5EN", where: "not (name ~* '^N')") { !$0.name.imatch("^N") },
        typed("typed like x,_", "name=like.x,_", where: "name like 'x,_'") { $0.name.like("x,_") },
        typed("typed not like x,_", "name=not.like.x,_", where: "not (name like 'x,_')") { !$0.name.like("x,_") },
        typed("typed like 100\\\\% *", "name=like.100%5C%25%20*", where: "name like '100\\% %'") { $0.name.like("100\\% *") },
        typed("typed not like 100\\\\% *", "name=not.like.100%5C%25%20*", where: "not (name like '100\\% %')") { !$0.name.like("100\\% *") },
        typed("typed match [,(]", "name=match.%5B,(%5D", where: "name ~ '[,(]'") { $0.name.match("[,(]") },
        typed("typed not match [,(]", "name=not.match.%5B,(%5D", where: "not (name ~ '[,(]')") { !$0.name.match("[,(]") },
        typed("typed like any", "name=like(any).%7Ba*,%22x,*%22%7D", where: "name like any (array['a%','x,%'])") { $0.name.like(any: ["a*", "x,*"]) },
        typed("typed like all", "name=like(all).%7B*a*,*b*%7D", where: "name like all (array['%a%','%b%'])") { $0.name.like(all: ["*a*", "*b*"]) },
        typed("typed ilike any", "name=ilike(any).%7BA*,N*%7D", where: "name ilike any (array['A%','N%'])") { $0.name.ilike(any: ["A*", "N*"]) },
        typed("typed like on a link", "link=like.https:%2F%2F*%3Fb%3D1*", where: "link like 'https://%?b=1%'") { $0.link.like("https://*?b=1*") },
        typed("typed search fts", "body=fts.fat%20%26%20rat", where: "to_tsvector(body) @@ to_tsquery('fat & rat')") { $0.body.search("fat & rat") },
        typed("typed search fts english", "body=fts(english).fat%20%26%20rat", where: "to_tsvector('english', body) @@ to_tsquery('english', 'fat & rat')") { $0.body.search("fat & rat", configuration: "english") },
        typed("typed search plfts", "body=plfts.fat%20rats", where: "to_tsvector(body) @@ plainto_tsquery('fat rats')") { $0.body.search("fat rats", .plain) },
        typed("typed search plfts english", "body=plfts(english).fat%20rats", where: "to_tsvector('english', body) @@ plainto_tsquery('english', 'fat rats')") { $0.body.search("fat rats", .plain, configuration: "english") },
        typed("typed search phfts", "body=phfts.fat%20cats", where: "to_tsvector(body) @@ phraseto_tsquery('fat cats')") { $0.body.search("fat cats", .phrase) },
        typed("typed search phfts english", "body=phfts(english).fat%20cats", where: "to_tsvector('english', body) @@ phraseto_tsquery('english', 'fat cats')") { $0.body.search("fat cats", .phrase, configuration: "english") },
        typed("typed search wfts", "body=wfts.rats%20-cats", where: "to_tsvector(body) @@ websearch_to_tsquery('rats -cats')") { $0.body.search("rats -cats", .websearch) },
        typed("typed search wfts english", "body=wfts(english).rats%20-cats", where: "to_tsvector('english', body) @@ websearch_to_tsquery('english', 'rats -cats')") { $0.body.search("rats -cats", .websearch, configuration: "english") },
    ]
}
