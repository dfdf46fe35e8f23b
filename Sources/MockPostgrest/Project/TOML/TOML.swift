/// A value of a TOML document (toml.io, version 1.0), with the line it stands on.
///
///     let document = try TOML.Table(parsing: "[auth]\nsite_url = \"http://localhost:3000\"")
///     document["auth"]?.table?["site_url"]?.content        // .string("http://localhost:3000")
struct TOML: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case string(String)
        case integer(Int)
        case float(Double)
        case bool(Bool)
        /// A date or time as it was written: no setting wants one.
        case date(String)
        case array([TOML])
        case table(Table)
    }

    var content: Content
    var line: Int

    /// What kind of value it is, as an error would say.
    var kind: String {
        switch content {
        case .string: "a text"
        case .integer: "an integer"
        case .float: "a number"
        case .bool: "true or false"
        case .date: "a date"
        case .array: "an array"
        case .table: "a table"
        }
    }

    var table: Table? {
        if case .table(let table) = content { table } else { nil }
    }

    /// Names and values in the order of the text.
    struct Table: Sendable, Hashable {
        /// Decides who may add to it: a table is written in one place, but for the tables in it.
        enum Origin: Sendable, Hashable {
            /// Named only on the way to another table.
            case implied
            case header
            case dottedKey
            case inline
        }

        private(set) var names: [String] = []
        private var values: [String: TOML] = [:]
        var origin: Origin

        init(_ origin: Origin = .header) {
            self.origin = origin
        }

        subscript(name: String) -> TOML? {
            get { values[name] }
            set {
                if values[name] == nil, newValue != nil { names.append(name) }
                values[name] = newValue
            }
        }
    }
}

/// Why a text is no TOML, and where.
struct TOMLError: Error, Sendable, Hashable, CustomStringConvertible {
    var line: Int
    var reason: String

    var description: String { "line \(line): \(reason)" }
}
