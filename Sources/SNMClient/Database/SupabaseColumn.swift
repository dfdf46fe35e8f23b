/// What names a column in a query: a `String` in the grammar of a URL, or a ``SupabaseColumn`` built piece by piece.
///
///     .equal("nickname", "초코")
///     .equal("info->>colour", "brown")                    // into a json column
///     .equal("walks.km", 5)                               // a column of the embedded resource walks
///     .equal(SupabaseColumn("odd.name"), 1)               // "odd.name", one name with a dot
public protocol SupabaseColumnRepresentable: Sendable {
    /// The column that is meant.
    var supabaseColumn: SupabaseColumn { get }
}

extension String: SupabaseColumnRepresentable {
    /// Reads dots as the way into an embedded resource and arrows as the way into JSON.
    public var supabaseColumn: SupabaseColumn { SupabaseColumn(path: self) }
}

/// A column: its name, the embedded resources on the way to it, and a path into its JSON.
public struct SupabaseColumn: SupabaseColumnRepresentable, Hashable {
    enum Step: Hashable, Sendable {
        case key(String, asText: Bool)
        case index(Int, asText: Bool)
    }

    var embeds: [String]
    var name: String
    var steps: [Step]

    public var supabaseColumn: SupabaseColumn { self }

    /// The column with exactly this name, whatever characters it holds.
    public init(_ name: String) {
        self.init(embeds: [], name: name, steps: [])
    }

    init(embeds: [String], name: String, steps: [Step]) {
        self.embeds = embeds
        self.name = name
        self.steps = steps
    }

    /// The column of an embedded resource.
    public func of(_ resources: String...) -> Self {
        var copy = self
        copy.embeds = resources + embeds
        return copy
    }

    /// The JSON value under a key: `info->colour`.
    public func json(_ key: String) -> Self { adding(.key(key, asText: false)) }

    /// The JSON value at an index; negative ones count from the end: `info->0`.
    public func json(_ index: Int) -> Self { adding(.index(index, asText: false)) }

    /// The text under a key: `info->>colour`.
    public func text(_ key: String) -> Self { adding(.key(key, asText: true)) }

    /// The text at an index: `info->>0`.
    public func text(_ index: Int) -> Self { adding(.index(index, asText: true)) }

    private func adding(_ step: Step) -> Self {
        var copy = self
        copy.steps.append(step)
        return copy
    }
}

extension SupabaseColumn {
    /// The column as the key of a filter.
    var filterKey: String {
        var text = embeds.map { Quoting.name($0) + "." }.joined()
        // A parameter is told from a filter by the text after its last dot; quotes make a column of these words.
        let isReserved = steps.isEmpty && (Self.reservedEverywhere.contains(name) || embeds.isEmpty && Self.reservedAtRoot.contains(name))
        text += isReserved ? Quoting.quoted(name) : Quoting.name(name)
        return text + stepsText
    }

    /// The column in a logic tree, `select` or `order`, where no embedded resource can precede it.
    var fieldText: String { Quoting.name(name) + stepsText }

    var stepsText: String {
        if steps.isEmpty { return "" }
        return steps.map { step in
            switch step {
            case .key(let key, let asText): (asText ? "->>" : "->") + Quoting.jsonKey(key)
            case .index(let index, let asText): (asText ? "->>" : "->") + String(index)
            }
        }.joined()
    }

    var lastStepIsIndex: Bool {
        if case .index? = steps.last { true } else { false }
    }

    var lastStepIsText: Bool {
        switch steps.last {
        case .key(_, let asText)?, .index(_, let asText)?: asText
        case nil: false
        }
    }

    private static let reservedEverywhere: Set<String> = ["order", "limit", "offset", "and", "or"]
    private static let reservedAtRoot: Set<String> = ["select", "columns", "on_conflict"]
}

extension SupabaseColumn {
    /// Reads `walks.info->a->>0`. Quoted names are taken as they are, what the grammar could not read bare is quoted when written.
    init(path: String) {
        // Most columns are plain words.
        guard path.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"") }) else {
            self.init(path)
            return
        }
        var scanner = PathScanner(text: path)
        var names = [scanner.name()]
        while scanner.skip(".") { names.append(scanner.name()) }
        var steps: [Step] = []
        while scanner.skip("->") {
            let asText = scanner.skip(">")
            let (key, wasQuoted) = scanner.key()
            if !wasQuoted, let index = Int(key) {
                steps.append(.index(index, asText: asText))
            } else {
                steps.append(.key(key, asText: asText))
            }
        }
        self.init(embeds: Array(names.dropLast()), name: names[names.count - 1], steps: steps)
    }

    /// The resources of a path such as `walks.routes`.
    static func embeds(path: String) -> [String] {
        let column = SupabaseColumn(path: path)
        return column.embeds + [column.name]
    }
}

private struct PathScanner {
    var rest: Substring.UnicodeScalarView

    init(text: String) { rest = Substring(text).unicodeScalars }

    mutating func skip(_ token: String) -> Bool {
        guard rest.starts(with: token.unicodeScalars) else { return false }
        rest.removeFirst(token.unicodeScalars.count)
        return true
    }

    mutating func name() -> String { quoted() ?? bare { $0.first == "." } }

    mutating func key() -> (text: String, wasQuoted: Bool) {
        if let text = quoted() { return (text, true) }
        return (bare { _ in false }, false)
    }

    /// Up to an arrow or what else ends it.
    private mutating func bare(until isEnd: (Substring.UnicodeScalarView) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.first, !isEnd(rest), !rest.starts(with: "->".unicodeScalars) {
            text.append(scalar)
            rest.removeFirst()
        }
        return String(text)
    }

    /// A name in quotes that ends at a dot, an arrow or the end; anything else is no quoted name.
    private mutating func quoted() -> String? {
        var ahead = rest
        guard ahead.popFirst() == "\"" else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = ahead.popFirst() {
            if scalar == "\\", let escaped = ahead.popFirst() {
                text.append(escaped)
            } else if scalar == "\"" {
                guard ahead.isEmpty || ahead.first == "." || ahead.starts(with: "->".unicodeScalars) else { return nil }
                rest = ahead
                return String(text)
            } else {
                text.append(scalar)
            }
        }
        return nil
    }
}
