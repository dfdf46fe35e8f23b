import PostgresLink
import Testing

@testable import RESTEngine

@Suite struct RelationshipDerivationTests {
    @Test(
        "derives the ways out of a table",
        arguments: [
            (
                "dogs",
                [
                    "dogs -> groups m2m mates mates_dog_fk id=dog_id mates_group_fk id=group_id",
                    "dogs -> mates o2m mates_dog_fk id=dog_id",
                    "dogs -> owners m2o dogs_owner_fk owner_id=id",
                    "dogs -> passports o2o passports_dog_fk id=dog_id parent",
                    "dogs -> walks o2m walks_dog_fk id=dog_id",
                ]
            ),
            ("owners", ["owners -> dogs o2m dogs_owner_fk id=owner_id"]),
            ("passports", ["passports -> dogs o2o passports_dog_fk dog_id=id"]),
            ("mates", ["mates -> dogs m2o mates_dog_fk dog_id=id", "mates -> groups m2o mates_group_fk group_id=id"]),
            (
                "groups",
                [
                    "groups -> dogs m2m mates mates_group_fk id=group_id mates_dog_fk id=dog_id",
                    "groups -> mates o2m mates_group_fk id=group_id",
                ]
            ),
            ("staff", ["staff -> staff o2m staff_boss_fk id=boss_id", "staff -> staff m2o staff_boss_fk boss_id=id"]),
        ] as [(String, [String])])
    func tables(relation: String, ways: [String]) {
        #expect(ExampleSchema.cache().waysFrom(relation) == ways)
    }

    @Test("a view stands for its table at both ends, once for each way to show the key")
    func views() {
        let cache = ExampleSchema.cache(views: ExampleSchema.views)
        #expect(
            cache.waysFrom("dog_cards") == [
                "dog_cards -> groups m2m mates mates_dog_fk again=dog_id mates_group_fk id=group_id",
                "dog_cards -> groups m2m mates mates_dog_fk card=dog_id mates_group_fk id=group_id",
                "dog_cards -> mates o2m mates_dog_fk again=dog_id",
                "dog_cards -> mates o2m mates_dog_fk card=dog_id",
                "dog_cards -> owners m2o dogs_owner_fk owner=id",
                "dog_cards -> passports o2o passports_dog_fk again=dog_id parent",
                "dog_cards -> passports o2o passports_dog_fk card=dog_id parent",
                "dog_cards -> walks o2m walks_dog_fk again=dog_id",
                "dog_cards -> walks o2m walks_dog_fk card=dog_id",
            ])
        #expect(cache.waysFrom("dog_names") == ["dog_names -> owners m2o dogs_owner_fk keeper=id"])
        #expect(
            cache.waysFrom("owners") == [
                "owners -> dog_cards o2m dogs_owner_fk id=owner", "owners -> dog_names o2m dogs_owner_fk id=keeper",
                "owners -> dogs o2m dogs_owner_fk id=owner_id",
            ])
        #expect(cache.relations[ExampleSchema.name("dog_cards")]?.primaryKey == ["card"])
        #expect(cache.relations[ExampleSchema.name("dog_names")]?.primaryKey == [])
    }

    @Test("views that lead in a circle end the search")
    func circle() {
        let circle = [(20, 21), (21, 20)].map { id, table in
            CatalogView(
                id: ObjectID(id), name: ExampleSchema.name("v\(id)"), isExposed: true,
                targets: [ViewTarget(number: 1, table: ObjectID(table), column: 1)], columnNames: [1: "x"])
        }
        #expect(ExampleSchema.cache(views: circle).waysFrom("v20").isEmpty)
    }

    @Test("a junction outside its primary key is none, and a key that is unique is none either")
    func noJunction() {
        let keys = [
            ExampleSchema.primary(30, "likes", ["no"]),
            ExampleSchema.foreign("likes_dog_fk", 30, "likes", [2: "dog"], 2, "dogs", "id"),
            ExampleSchema.foreign("likes_owner_fk", 30, "likes", [3: "owner"], 1, "owners", "id"),
            ExampleSchema.primary(31, "titles", ["dog", "owner"]),
            ExampleSchema.unique(31, "titles", [1: "dog"]),
            ExampleSchema.foreign("titles_dog_fk", 31, "titles", [1: "dog"], 2, "dogs", "id"),
            ExampleSchema.foreign("titles_owner_fk", 31, "titles", [2: "owner"], 1, "owners", "id"),
        ]
        let cache = ExampleSchema.cache(more: keys)
        #expect(!cache.waysFrom("owners").contains { $0.contains("m2m") })
        #expect(cache.waysFrom("titles").contains("titles -> dogs o2o titles_dog_fk dog=id"))
    }

    @Test("a function named like the target replaces what was detected; others come last")
    func computed() {
        let computed = [("owners", true), ("kennel", false)].map { function, toOne in
            Relationship(
                source: ExampleSchema.name("dogs"), target: ExampleSchema.name("owners"), isSelf: false,
                kind: .computed(function: ExampleSchema.name(function), toOne: toOne))
        }
        let ways = ExampleSchema.cache(computed: computed).waysFrom("dogs")
        #expect(ways.suffix(2) == ["dogs -> owners computed kennel", "dogs -> owners computed owners to one"])
        #expect(!ways.contains { $0.contains("dogs_owner_fk") })
    }

    @Test("a relation outside the exposed schemas is not reached, a view over it is")
    func hidden() {
        var keys = ExampleSchema.keys
        for index in keys.indices where keys[index].table == 2 { keys[index].own.name = QualifiedName("hidden", "dogs") }
        for index in keys.indices where keys[index].referenced?.table == 2 {
            keys[index].referenced?.name = QualifiedName("hidden", "dogs")
        }
        let viewKeys = ViewKeys(views: ExampleSchema.views, keys: keys)
        let derived = RelationshipDerivation(
            keys: keys, viewKeys: viewKeys, primaryKeys: [:], computed: [], exposed: [Identifier("public")])
        let lines = derived.relationships.values.joined().map { $0.line }
        #expect(!lines.contains { $0.contains("-> dogs") || $0.hasPrefix("dogs ") })
        #expect(lines.contains("walks -> dog_cards m2o walks_dog_fk dog_id=card"))
    }
}
