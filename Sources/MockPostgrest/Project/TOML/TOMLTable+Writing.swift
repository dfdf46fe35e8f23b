/// Which tables may be opened, and where values may be put (toml.io, sections "Table" and "Array of Tables").
extension TOML.Table {
    /// `[a.b.c]`
    mutating func openTable(at path: [String], line: Int) throws(TOMLError) {
        try reach(path.dropLast(), line: line) { (parent: inout TOML.Table) throws(TOMLError) in
            guard let name = path.last else { return }
            switch parent[name]?.content {
            case nil: parent[name] = TOML(content: .table(TOML.Table(.header)), line: line)
            case .table(var table)? where table.origin == .implied:
                table.origin = .header
                parent[name] = TOML(content: .table(table), line: line)
            case _?: throw TOMLError(line: line, reason: "\(path.joined(separator: ".")) is there already")
            }
        }
    }

    /// `[[a.b.c]]`
    mutating func appendTable(at path: [String], line: Int) throws(TOMLError) {
        try reach(path.dropLast(), line: line) { (parent: inout TOML.Table) throws(TOMLError) in
            guard let name = path.last else { return }
            let new = TOML(content: .table(TOML.Table(.header)), line: line)
            switch parent[name]?.content {
            case nil: parent[name] = TOML(content: .array([new]), line: line)
            case .array(let elements)? where elements.isTables: parent[name]?.content = .array(elements + [new])
            case _?: throw TOMLError(line: line, reason: "\(path.joined(separator: ".")) is there already")
            }
        }
    }

    /// `key = value`, below the header.
    mutating func assign(_ value: TOML, to key: [String], below header: [String]) throws(TOMLError) {
        try reach(header[...], line: value.line) { (table: inout TOML.Table) throws(TOMLError) in
            try table.assign(value, to: key[...])
        }
    }

    private mutating func assign(_ value: TOML, to key: ArraySlice<String>) throws(TOMLError) {
        guard let name = key.first else { return }
        if key.count == 1 {
            guard self[name] == nil else { throw TOMLError(line: value.line, reason: "\(name) is there already") }
            self[name] = value
            return
        }
        var inner: TOML.Table
        switch self[name]?.content {
        case nil: inner = TOML.Table(.dottedKey)
        case .table(let table)? where table.origin == .dottedKey: inner = table
        case _?: throw TOMLError(line: value.line, reason: "nothing can be added to \(name) here")
        }
        try inner.assign(value, to: key.dropFirst())
        self[name] = TOML(content: .table(inner), line: self[name]?.line ?? value.line)
    }

    /// Goes down to the table that the path names, and makes those that are missing.
    private mutating func reach(
        _ path: ArraySlice<String>, line: Int, _ body: (inout TOML.Table) throws(TOMLError) -> Void
    ) throws(TOMLError) {
        guard let name = path.first else { return try body(&self) }
        let there = self[name] ?? TOML(content: .table(TOML.Table(.implied)), line: line)
        // Taken out meanwhile, so that it is not copied.
        self[name]?.content = .bool(false)
        switch there.content {
        case .table(var table) where table.origin != .inline:
            try table.reach(path.dropFirst(), line: line, body)
            self[name] = TOML(content: .table(table), line: there.line)
        case .array(var elements) where elements.isTables:
            guard case .table(var table)? = elements.last?.content else { return }
            try table.reach(path.dropFirst(), line: line, body)
            elements[elements.count - 1].content = .table(table)
            self[name] = TOML(content: .array(elements), line: there.line)
        case .string, .integer, .float, .bool, .date, .array, .table:
            throw TOMLError(line: line, reason: "\(name) is no table that can be added to")
        }
    }
}

extension [TOML] {
    /// Whether it was written as `[[…]]`; an array of inline tables is complete as it is.
    fileprivate var isTables: Bool {
        last?.table.map { $0.origin != .inline } ?? false
    }
}
