import PostgresLink

@testable import RESTEngine

/// The example schema of the REST specification, section 0.1, with a view that shows keys.
enum ExampleSchema {
    static let keys: [CatalogKey] = [
        primary(1, "owners", ["id"]),
        unique(1, "owners", [3: "email"]),
        primary(2, "dogs", ["id"]),
        foreign("dogs_owner_fk", 2, "dogs", [3: "owner_id"], 1, "owners", "id"),
        primary(3, "walks", ["id"]),
        foreign("walks_dog_fk", 3, "walks", [2: "dog_id"], 2, "dogs", "id"),
        primary(4, "passports", ["dog_id"]),
        foreign("passports_dog_fk", 4, "passports", [1: "dog_id"], 2, "dogs", "id"),
        primary(5, "groups", ["id"]),
        primary(6, "mates", ["dog_id", "group_id"]),
        foreign("mates_dog_fk", 6, "mates", [1: "dog_id"], 2, "dogs", "id"),
        foreign("mates_group_fk", 6, "mates", [2: "group_id"], 5, "groups", "id"),
        primary(7, "staff", ["id"]),
        foreign("staff_boss_fk", 7, "staff", [3: "boss_id"], 7, "staff", "id"),
    ]

    /// `dog_cards` shows `dogs`, `id` twice; `dog_names` shows `dog_cards`.
    static let views = [
        CatalogView(
            id: 10, name: name("dog_cards"), isExposed: true,
            targets: [target(1, 2, 1), target(2, 2, 3), target(3, 2, 1)], columnNames: [1: "card", 2: "owner", 3: "again"]),
        CatalogView(
            id: 11, name: name("dog_names"), isExposed: true, targets: [target(1, 10, 2)], columnNames: [1: "keeper"]),
    ]

    static func cache(views: [CatalogView] = [], computed: [Relationship] = [], more: [CatalogKey] = []) -> SchemaCache {
        let keys = keys + more
        let viewKeys = ViewKeys(views: views, keys: keys)
        var relations: [QualifiedName: Relation] = [:]
        for key in keys where key.kind == .primary {
            relations[key.own.name] = Relation(name: key.own.name, primaryKey: key.columnNames)
        }
        for view in views {
            relations[view.name] = Relation(name: view.name, isView: true, primaryKey: viewKeys.primaryKeys[view.name] ?? [])
        }
        let derivation = RelationshipDerivation(
            keys: keys, viewKeys: viewKeys, primaryKeys: relations.mapValues(\.primaryKey), computed: computed,
            exposed: [Identifier("public")])
        return SchemaCache(relations: relations, relationships: derivation.relationships)
    }

    static func name(_ name: String) -> QualifiedName { QualifiedName("public", name) }

    static func primary(_ table: ObjectID, _ name: String, _ columns: [String]) -> CatalogKey {
        key("\(name)_pkey", .primary, table, name, Dictionary(uniqueKeysWithValues: zip(1..., columns)))
    }

    static func unique(_ table: ObjectID, _ name: String, _ columns: KeyValuePairs<Int, String>) -> CatalogKey {
        key("\(name)_key", .unique, table, name, Dictionary(uniqueKeysWithValues: columns.map { ($0.key, $0.value) }))
    }

    static func foreign(
        _ constraint: String, _ table: ObjectID, _ name: String, _ columns: [Int: String], _ target: ObjectID, _ targetName: String,
        _ targetColumn: String
    ) -> CatalogKey {
        var key = key(constraint, .foreign, table, name, columns)
        key.referenced = CatalogKey.End(table: target, name: Self.name(targetName), columns: [1], columnNames: [targetColumn])
        return key
    }

    private static func key(
        _ constraint: String, _ kind: CatalogKey.Kind, _ table: ObjectID, _ name: String, _ columns: [Int: String]
    ) -> CatalogKey {
        let columns = columns.sorted { $0.key < $1.key }
        return CatalogKey(
            name: constraint, kind: kind,
            own: CatalogKey.End(table: table, name: Self.name(name), columns: columns.map(\.key), columnNames: columns.map(\.value)))
    }

    private static func target(_ number: Int, _ table: ObjectID, _ column: Int) -> ViewTarget {
        ViewTarget(number: number, table: table, column: column)
    }
}

extension SchemaCache {
    /// Everything that can be reached from a relation, a line each.
    func waysFrom(_ relation: String) -> [String] {
        (relationships[RelationshipKey(source: QualifiedName("public", relation), targetSchema: "public")] ?? []).map(\.line)
    }
}

extension Relationship {
    var line: String {
        let ends = "\(source.name) -> \(target.name)"
        return switch kind {
        case .oneToMany(let constraint, let pairs): "\(ends) o2m \(constraint) \(text(pairs))"
        case .manyToOne(let constraint, let pairs): "\(ends) m2o \(constraint) \(text(pairs))"
        case .oneToOne(let constraint, let pairs, let isParent): "\(ends) o2o \(constraint) \(text(pairs))\(isParent ? " parent" : "")"
        case .manyToMany(let junction):
            "\(ends) m2m \(junction.relation.name) \(junction.sourceConstraint) \(text(junction.sourcePairs))"
                + " \(junction.targetConstraint) \(text(junction.targetPairs))"
        case .computed(let function, let toOne): "\(ends) computed \(function.name)\(toOne ? " to one" : "")"
        }
    }

    private func text(_ pairs: [ColumnPair]) -> String {
        pairs.map { "\($0.source)=\($0.target)" }.joined(separator: ",")
    }
}
