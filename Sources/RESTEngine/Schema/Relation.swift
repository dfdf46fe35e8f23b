package import PostgresLink

/// A table or view with what requests need to know of it (rest.md 2.1).
package struct Relation: Sendable {
    package var name: QualifiedName
    package var description: String?
    /// A view or materialized view.
    package var isView: Bool
    package var isInsertable: Bool
    package var isUpdatable: Bool
    package var isDeletable: Bool
    /// Sorted by name (views: rest.md 2.3).
    package var primaryKey: [String]
    /// In attribute order.
    package var columns: [Column] {
        didSet { index = Self.index(columns) }
    }
    private var index: [Identifier: Int]

    package init(
        name: QualifiedName, description: String? = nil, isView: Bool = false, isInsertable: Bool = true, isUpdatable: Bool = true,
        isDeletable: Bool = true, primaryKey: [String] = [], columns: [Column] = []
    ) {
        self.name = name
        self.description = description
        self.isView = isView
        self.isInsertable = isInsertable
        self.isUpdatable = isUpdatable
        self.isDeletable = isDeletable
        self.primaryKey = primaryKey
        self.columns = columns
        index = Self.index(columns)
    }

    package func column(_ name: String) -> Column? {
        index[Identifier(name)].map { columns[$0] }
    }

    private static func index(_ columns: [Column]) -> [Identifier: Int] {
        Dictionary(columns.enumerated().map { (Identifier($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    }
}

package struct Column: Sendable, Hashable {
    package var name: String
    package var description: String?
    package var isNullable: Bool
    /// Domains resolved to their base, lengths dropped for system types: decides behaviour.
    package var type: String
    /// As declared, domain name and length included: used in SQL.
    package var nominalType: String
    package var maxLength: Int?
    /// The default's expression text.
    package var defaultExpression: String?
    package var enumLabels: [String]

    package init(
        name: String, description: String? = nil, isNullable: Bool = true, type: String, nominalType: String, maxLength: Int? = nil,
        defaultExpression: String? = nil, enumLabels: [String] = []
    ) {
        self.name = name
        self.description = description
        self.isNullable = isNullable
        self.type = type
        self.nominalType = nominalType
        self.maxLength = maxLength
        self.defaultExpression = defaultExpression
        self.enumLabels = enumLabels
    }
}
