import PostgresLink

/// The Swift type of each type of the database.
struct SwiftTypeMap {
    /// A type in Swift, and what can be said of it.
    struct Mapping: Hashable {
        var name: String
        /// Whether it can be compared, and so told in a query.
        var isQueryable = true
    }

    private let catalog: DatabaseCatalog
    /// Swift's names of enums and composite types, by number.
    private(set) var named: [String: String] = [:]
    /// Those types that the schema uses, in the order in which they were met.
    private(set) var used: [String] = []
    private var names: UsedNames

    init(_ catalog: DatabaseCatalog, names: UsedNames) {
        self.catalog = catalog
        self.names = names
    }

    private var rows: Set<String> = []

    /// Whether the type is the rows of a table or view.
    func isRow(_ id: String) -> Bool { rows.contains(id) }

    /// Lets a type be known by the name of its table or view.
    mutating func name(rowsOf relation: String, _ name: String) {
        for (id, type) in catalog.types where type.relation == relation {
            named[id] = name
            rows.insert(id)
        }
    }

    /// A name for a function's type.
    mutating func claim(_ name: String, suffix: String) -> String { names.claim(name, suffix: suffix) }

    mutating func swiftType(_ id: String) -> Mapping {
        guard let type = catalog.types[id] else { return Mapping(name: "SupabaseLiteral") }
        if let element = type.element, type.kind == "b" {
            // Vectors such as int2vector and "char" are no arrays on the wire.
            guard type.name.name.hasPrefix("_") else { return Self.plain(type.name) ?? Mapping(name: "SupabaseLiteral") }
            let element = swiftType(element)
            return Mapping(name: "[\(element.name)]", isQueryable: element.isQueryable)
        }
        switch type.kind {
        case "d": return type.base.map { swiftType($0) } ?? Mapping(name: "SupabaseLiteral")
        case "e" where !type.labels.isEmpty: return Mapping(name: use(id, type.name.name, suffix: "Enum"))
        case "c": return Mapping(name: use(id, type.name.name, suffix: "Type"), isQueryable: false)
        case "r": return range(type)
        case "p": return Mapping(name: type.name.name == "void" ? "SupabaseNothing" : "SupabaseJSON")
        default: return Self.plain(type.name) ?? Mapping(name: "SupabaseLiteral")
        }
    }

    private mutating func use(_ id: String, _ name: String, suffix: String) -> String {
        if let name = named[id] { return name }
        let swiftName = names.claim(SwiftName.type(name), suffix: suffix)
        named[id] = swiftName
        used.append(id)
        return swiftName
    }

    private mutating func range(_ type: DatabaseCatalog.DataType) -> Mapping {
        let bounds: Set = ["Int", "Decimal", "Date", "SupabaseDate"]
        guard let bound = type.bound.map({ swiftType($0) }), bounds.contains(bound.name) else { return Mapping(name: "SupabaseLiteral") }
        return Mapping(name: "SupabaseRange<\(bound.name)>")
    }

    private static func plain(_ name: QualifiedName) -> Mapping? {
        switch name.name {
        case "bool": Mapping(name: "Bool")
        case "int2", "int4", "int8", "oid": Mapping(name: "Int")
        case "float4": Mapping(name: "Float")
        case "float8": Mapping(name: "Double")
        case "numeric": Mapping(name: "Decimal")
        case "text", "varchar", "bpchar", "name", "citext", "char": Mapping(name: "String")
        case "uuid": Mapping(name: "UUID")
        case "timestamp", "timestamptz": Mapping(name: "Date")
        case "date": Mapping(name: "SupabaseDate")
        case "time": Mapping(name: "SupabaseTime")
        case "interval": Mapping(name: "SupabaseInterval")
        case "json", "jsonb", "hstore": Mapping(name: "SupabaseJSON")
        case "bytea": Mapping(name: "Data")
        case "tsvector": Mapping(name: "SupabaseSearchVector")
        default: nil
        }
    }

    /// Names that the generated code uses, and that the reader would take for something else.
    static let reserved = [
        "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "CodingKey", "CodingKeys", "Columns", "Data", "Date", "Decimal",
        "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error", "Float", "Foundation", "Hashable",
        "Insert", "Int", "Never", "Optional", "Patch", "Protocol", "Range", "Result", "Row", "SNMClient", "Self", "Sendable", "Sequence",
        "Set", "String", "SupabaseArgument", "SupabaseDate", "SupabaseEnum", "SupabaseField", "SupabaseFunction", "SupabaseInterval",
        "SupabaseJSON", "SupabaseLiteral", "SupabaseNothing", "SupabaseRange", "SupabaseReadOnly", "SupabaseReadingFunction",
        "SupabaseRowFunction", "SupabaseSearchVector", "SupabaseTable", "SupabaseTime", "SupabaseWritable", "Swift", "Task", "ToMany",
        "ToOne", "ToOneOrNone", "Type", "TypedColumn", "TypedEmbed", "UUID", "URL", "Value", "Void",
    ]
}
