import JSONText
import PostgresLink
import Testing

@testable import RESTEngine

@Suite struct RelationshipLookupTests {
    @Test(
        "finds the relationship that an embed means",
        arguments: [
            ("dogs", "owners", nil, "dogs -> owners m2o dogs_owner_fk owner_id=id"),
            ("dogs", "dogs_owner_fk", nil, "dogs -> owners m2o dogs_owner_fk owner_id=id"),
            ("dogs", "owner_id", nil, "dogs -> owners m2o dogs_owner_fk owner_id=id"),
            ("dogs", "owners", "owner_id", "dogs -> owners m2o dogs_owner_fk owner_id=id"),
            ("dogs", "owners", "id", "dogs -> owners m2o dogs_owner_fk owner_id=id"),
            ("owners", "dogs", "owner_id", "owners -> dogs o2m dogs_owner_fk id=owner_id"),
            ("owners", "dogs", "dogs_owner_fk", "owners -> dogs o2m dogs_owner_fk id=owner_id"),
            ("owners", "id", nil, "owners -> dogs o2m dogs_owner_fk id=owner_id"),
            ("dogs", "groups", nil, "dogs -> groups m2m mates mates_dog_fk id=dog_id mates_group_fk id=group_id"),
            ("dogs", "groups", "mates", "dogs -> groups m2m mates mates_dog_fk id=dog_id mates_group_fk id=group_id"),
            ("dogs", "passports", nil, "dogs -> passports o2o passports_dog_fk id=dog_id parent"),
            ("staff", "staff", nil, "staff -> staff o2m staff_boss_fk id=boss_id"),
            ("staff", "boss_id", nil, "staff -> staff m2o staff_boss_fk boss_id=id"),
            ("staff", "staff", "boss_id", "staff -> staff o2m staff_boss_fk id=boss_id"),
        ] as [(String, String, String?, String)])
    func finds(origin: String, target: String, hint: String?, line: String) throws {
        let relationship = try ExampleSchema.cache().relationship(from: origin, to: target, hint: hint, in: "public")
        #expect(relationship.line == line)
    }

    @Test(
        "refuses an embed without a relationship",
        arguments: [
            ("dogs", "owner", nil, "Perhaps you meant 'owners' instead of 'owner'."),
            ("dogs", "owners", "walks_dog_fk", nil),
            ("dogz", "owners", nil, "Perhaps you meant 'dogs' instead of 'dogz'."),
            ("dogs", "zzz", nil, nil),
            ("staff", "staff", "staff_boss_fk", nil),
            ("dogs", "groups", "mates_dog_fk", nil),
        ] as [(String, String, String?, String?)])
    func refuses(origin: String, target: String, hint: String?, suggestion: String?) {
        let error = #expect(throws: RESTError.self) {
            try ExampleSchema.cache().relationship(from: origin, to: target, hint: hint, in: "public")
        }
        #expect(error?.code == "PGRST200" && error?.status.code == 400)
        #expect(error?.hint == suggestion)
        let using = hint.map { " using the hint '\($0)'" } ?? ""
        #expect(
            error?.details.string
                == "Searched for a foreign key relationship between '\(origin)' and '\(target)'\(using) in the schema 'public', but no matches were found."
        )
    }

    @Test("lists the candidates when several relationships fit")
    func ambiguous() {
        let keys = [
            ExampleSchema.primary(40, "places", ["id"]),
            ExampleSchema.foreign("home_fk", 2, "dogs", [7: "home_id"], 40, "places", "id"),
            ExampleSchema.foreign("clinic_fk", 2, "dogs", [8: "clinic_id"], 40, "places", "id"),
        ]
        let error = #expect(throws: RESTError.self) {
            try ExampleSchema.cache(more: keys).relationship(from: "dogs", to: "places", hint: nil, in: "public")
        }
        #expect(
            error.map { String(decoding: $0.document.canonical(), as: UTF8.self) } == """
                {"code":"PGRST201","details":[{"cardinality":"many-to-one","embedding":"dogs with places","relationship":"clinic_fk using dogs(clinic_id) and places(id)"},{"cardinality":"many-to-one","embedding":"dogs with places","relationship":"home_fk using dogs(home_id) and places(id)"}],"hint":"Try changing 'places' to one of the following: 'places!clinic_fk', 'places!home_fk'. Find the desired relationship in the 'details' key.","message":"Could not embed because more than one relationship was found for 'dogs' and 'places'"}
                """)
        #expect(error?.status.code == 300)
    }

    @Test("a view is found by its name only, not by the key's name or column")
    func viewTargets() throws {
        let cache = ExampleSchema.cache(views: ExampleSchema.views)
        #expect(try cache.relationship(from: "owners", to: "dog_names", hint: nil, in: "public").line.hasSuffix("id=keeper"))
        #expect(try cache.relationship(from: "owners", to: "id", hint: nil, in: "public").target.name == "dogs")
        #expect(throws: RESTError.self) { try cache.relationship(from: "walks", to: "dog_cards", hint: nil, in: "public") }
        #expect(try cache.relationship(from: "walks", to: "dog_cards", hint: "again", in: "public").line.hasSuffix("dog_id=again"))
    }

    @Test(
        "refuses an unknown relation",
        arguments: [("dogz", "dogs"), ("Walks!", "walks"), ("x", nil), ("", nil), ("passport", "passports")] as [(String, String?)])
    func unknownRelation(name: String, nearest: String?) {
        let error = #expect(throws: RESTError.self) { try ExampleSchema.cache().relation(named: name, in: "public") }
        #expect(error?.code == "PGRST205" && error?.status.code == 404)
        #expect(error?.message == "Could not find the table 'public.\(name)' in the schema cache")
        #expect(error?.hint == nearest.map { "Perhaps you meant the table 'public.\($0)'" })
    }

    @Test("suggests no table in a schema of 500 relations")
    func manyRelations() {
        let names = (0..<499).map { ExampleSchema.name("table\($0)") }
        var cache = SchemaCache(relations: Dictionary(uniqueKeysWithValues: names.map { ($0, Relation(name: $0)) }))
        let suggested = #expect(throws: RESTError.self) { try cache.relation(named: "table1x", in: "public") }
        #expect(suggested?.hint == "Perhaps you meant the table 'public.table1'")
        cache.relations[ExampleSchema.name("table499")] = Relation(name: ExampleSchema.name("table499"))
        let error = #expect(throws: RESTError.self) { try cache.relation(named: "table1x", in: "public") }
        #expect(error?.hint == nil)
    }
}
