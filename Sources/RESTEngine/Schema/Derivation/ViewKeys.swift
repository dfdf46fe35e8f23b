import PostgresLink

/// Which keys of base tables the views of exposed schemas show whole (rest.md 2.3).
struct ViewKeys {
    /// A view that shows every column of one end of a key.
    struct Match: Hashable, Sendable {
        var view: QualifiedName
        /// For each column of the key, the view's columns that show it, in the view's order.
        var columns: [[String]]
    }

    /// By the position of the foreign key in the list: views of the table that holds it.
    private(set) var referencing: [Int: [Match]] = [:]
    /// By the position of the foreign key in the list: views of the table that it refers to.
    private(set) var referenced: [Int: [Match]] = [:]
    private(set) var primaryKeys: [QualifiedName: [String]] = [:]

    init(views: [CatalogView], keys: [CatalogKey]) {
        let sources = Sources(views)
        var own: [ObjectID: [Int]] = [:]
        var target: [ObjectID: [Int]] = [:]
        for (position, key) in keys.enumerated() where key.kind != .unique {
            own[key.table, default: []].append(position)
            if let end = key.referenced { target[end.table, default: []].append(position) }
        }
        for view in views where view.isExposed {
            let shown = sources.columns(of: view)
            for table in shown.tables {
                for position in own[table] ?? [] {
                    guard let columns = shown.columns(of: keys[position].own) else { continue }
                    if keys[position].kind == .primary {
                        primaryKeys[view.name, default: []] += columns.compactMap(\.first)
                    } else {
                        referencing[position, default: []].append(Match(view: view.name, columns: columns))
                    }
                }
                for position in target[table] ?? [] {
                    guard let end = keys[position].referenced, let columns = shown.columns(of: end) else { continue }
                    referenced[position, default: []].append(Match(view: view.name, columns: columns))
                }
            }
        }
    }
}

extension ViewKeys {
    fileprivate struct Origin: Hashable {
        var table: ObjectID
        var column: Int
    }

    /// Where the columns of all views come from, one hop each.
    fileprivate struct Sources {
        private var origins: [Origin: Origin] = [:]

        init(_ views: [CatalogView]) {
            for view in views {
                for target in view.targets {
                    origins[Origin(table: view.id, column: target.number)] = Origin(table: target.table, column: target.column)
                }
            }
        }

        /// Follows each column through views on views. Every stop counts, for any of them may hold the key.
        func columns(of view: CatalogView) -> ShownColumns {
            var shown = ShownColumns()
            for target in view.targets.sorted(by: { $0.number < $1.number }) {
                guard let name = view.columnNames[target.number] else { continue }
                var seen: Set<Origin> = []
                var next: Origin? = Origin(table: target.table, column: target.column)
                while let origin = next, seen.insert(origin).inserted {
                    shown.add(name, from: origin)
                    next = origins[origin]
                }
            }
            return shown
        }
    }

    /// The names under which a view shows columns of base tables.
    fileprivate struct ShownColumns {
        private(set) var tables: [ObjectID] = []
        private var names: [Origin: [String]] = [:]

        mutating func add(_ name: String, from origin: Origin) {
            if !tables.contains(origin.table) { tables.append(origin.table) }
            names[origin, default: []].append(name)
        }

        /// Nil unless all columns of the key are shown.
        func columns(of end: CatalogKey.End) -> [[String]]? {
            let columns = end.columns.compactMap { names[Origin(table: end.table, column: $0)] }
            return columns.count == end.columns.count && !columns.isEmpty ? columns : nil
        }
    }
}
