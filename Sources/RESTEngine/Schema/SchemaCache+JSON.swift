package import JSONText
internal import PostgresLink

extension SchemaCache {
    /// The whole cache for a person who looks for an error, under PostgREST's names. Nobody may rely on what is below them.
    package var json: JSON {
        [
            "dbMediaHandlers": .array(mediaHandlers.sorted(by: \.key.order).map { .object(Self.json($0.key, $0.value)) }),
            "dbRelationships": .array(relationships.sorted(by: \.key.order).flatMap(\.value).map { $0.json }),
            "dbRepresentations": .array(
                representations.functions.sorted { ($0.key.source, $0.key.target) < ($1.key.source, $1.key.target) }.map {
                    ["source": .string($0.key.source.name), "target": .string($0.key.target.name), "function": .string($0.value)]
                }),
            "dbRoutines": .array(routines.sorted { $0.key < $1.key }.flatMap(\.value).map { $0.json }),
            "dbTables": .array(relations.sorted { $0.key < $1.key }.map { $0.value.json }),
            "dbTimezones": .array(timezones.sorted().map { .string($0) }),
        ]
    }

    private static func json(_ key: MediaHandlerKey, _ handler: MediaHandler) -> JSONObject {
        let producer: JSON =
            switch handler.producer {
            case .aggregate(let name, let rowType): ["aggregate": name.json, "rowType": rowType?.json ?? .null]
            case .domain(let name): ["domain": name.json]
            }
        return [
            "target": key.target?.json ?? .null, "mediaType": .string(key.mediaType.canonicalText), "resolved": .string(handler.resolved.canonicalText),
            "producer": producer,
        ]
    }
}

extension Dictionary {
    fileprivate func sorted(by order: (Element) -> String) -> [Element] {
        sorted { order($0) < order($1) }
    }
}

extension SchemaCache.MediaHandlerKey {
    fileprivate var order: String { "\(target?.schema ?? "") \(target?.name ?? "") \(mediaType.canonicalText)" }
}

extension SchemaCache.RelationshipKey {
    fileprivate var order: String { "\(source.schema) \(source.name) \(targetSchema.name)" }
}

extension QualifiedName {
    fileprivate var json: JSON { ["schema": .string(schema), "name": .string(name)] }
}

extension JSON {
    fileprivate init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }
}

extension Relation {
    fileprivate var json: JSON {
        [
            "schema": .string(name.schema), "name": .string(name.name), "description": JSON(description), "isView": .bool(isView),
            "isInsertable": .bool(isInsertable), "isUpdatable": .bool(isUpdatable), "isDeletable": .bool(isDeletable),
            "primaryKey": .array(primaryKey.map { .string($0) }), "columns": .array(columns.map { $0.json }),
        ]
    }
}

extension Column {
    fileprivate var json: JSON {
        [
            "name": .string(name), "description": JSON(description), "isNullable": .bool(isNullable), "type": .string(type),
            "nominalType": .string(nominalType), "maxLength": maxLength.map { .number(String($0)) } ?? .null,
            "default": JSON(defaultExpression), "enum": .array(enumLabels.map { .string($0) }),
        ]
    }
}

extension Relationship {
    fileprivate var json: JSON {
        [
            "source": source.json, "target": target.json, "isSelf": .bool(isSelf), "sourceIsView": .bool(sourceIsView),
            "targetIsView": .bool(targetIsView), "cardinality": cardinality,
        ]
    }

    private var cardinality: JSON {
        switch kind {
        case .oneToMany(let constraint, let pairs): ["kind": "O2M", "constraint": .string(constraint), "columns": Self.json(pairs)]
        case .manyToOne(let constraint, let pairs): ["kind": "M2O", "constraint": .string(constraint), "columns": Self.json(pairs)]
        case .oneToOne(let constraint, let pairs, let isParent):
            ["kind": "O2O", "constraint": .string(constraint), "columns": Self.json(pairs), "isParent": .bool(isParent)]
        case .manyToMany(let junction):
            [
                "kind": "M2M", "junction": junction.relation.json, "sourceConstraint": .string(junction.sourceConstraint),
                "targetConstraint": .string(junction.targetConstraint), "sourceColumns": Self.json(junction.sourcePairs),
                "targetColumns": Self.json(junction.targetPairs),
            ]
        case .computed(let function, let toOne): ["kind": "computed", "function": function.json, "isToOne": .bool(toOne)]
        }
    }

    private static func json(_ pairs: [ColumnPair]) -> JSON {
        .array(pairs.map { .array([.string($0.source), .string($0.target)]) })
    }
}

extension Routine {
    fileprivate var json: JSON {
        [
            "schema": .string(name.schema), "name": .string(name.name), "description": JSON(description),
            "volatility": .string(volatility.rawValue), "hasVariadic": .bool(hasVariadic), "isolation": JSON(isolation),
            "returns": [
                "type": result.type.json, "isSet": .bool(result.isSet), "isComposite": .bool(result.isComposite),
                "isVoid": .bool(result.isVoid),
            ],
            "parameters": .array(
                parameters.map {
                    [
                        "name": .string($0.name), "type": .string($0.type), "isRequired": .bool($0.isRequired),
                        "isVariadic": .bool($0.isVariadic),
                    ]
                }),
            "settings": .array(hoistedSettings.map { .array([.string($0.name), .string($0.value)]) }),
        ]
    }
}
