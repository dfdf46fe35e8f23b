package import JSONText

/// Where in the claims the database role stands (PostgREST's `jwt-role-claim-key`).
///
///     try RoleClaimPath(".realm.roles[?(@ ^== \"db_\")]")      // the first text in `realm.roles` that begins with db_
package struct RoleClaimPath: Sendable, Hashable {
    fileprivate enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    fileprivate enum Comparison: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case hasPrefix = "^=="
        case hasSuffix = "==^"
        case contains = "*=="
    }

    fileprivate struct Filter: Sendable, Hashable {
        var comparison: Comparison
        var text: String
    }

    private var steps: [Step] = []
    private var filter: Filter?

    private init(steps: [Step]) {
        self.steps = steps
    }

    /// `.role`, the default.
    package static let role = RoleClaimPath(steps: [.key("role")])

    /// The role that the claims name; nil when the path leads nowhere. What is not text counts as its JSON.
    package func role(in claims: JSON) -> String? {
        var value = claims
        for step in steps {
            switch step {
            case .key(let name):
                guard let next = value[name] else { return nil }
                value = next
            case .index(let index):
                guard let elements = value.array, index < elements.count else { return nil }
                value = elements[index]
            }
        }
        if let filter {
            return value.array?.compactMap(\.string).first { filter.accepts($0) }
        }
        return value.string ?? String(decoding: value.canonical(), as: UTF8.self)
    }
}

extension RoleClaimPath.Filter {
    fileprivate func accepts(_ candidate: String) -> Bool {
        let characters = Array(candidate.utf8)
        let wanted = Array(text.utf8)
        return switch comparison {
        case .equal: characters == wanted
        case .notEqual: characters != wanted
        case .hasPrefix: characters.starts(with: wanted)
        case .hasSuffix: characters.reversed().starts(with: wanted.reversed())
        case .contains: wanted.isEmpty || characters.contains(wanted)
        }
    }
}

extension RoleClaimPath: CustomStringConvertible {
    /// A path that reads as this one, every name in quotes: `."realm"."roles"[0]`.
    package var description: String {
        let steps = steps.map { step in
            switch step {
            case .key(let name): ".\"\(name)\""
            case .index(let index): "[\(index)]"
            }
        }
        return steps.joined() + (filter.map { "[?(@ \($0.comparison.rawValue) \"\($0.text)\")]" } ?? "")
    }
}

// MARK: - Reading

/// The text is not a path to a role.
package struct RoleClaimPathError: Error, Sendable, Hashable {
    package var text: String
    /// How many characters of it were understood.
    package var offset: Int
}

extension RoleClaimPath {
    package init(_ text: String) throws(RoleClaimPathError) {
        var scanner = PathScanner(text: text, rest: Array(text.unicodeScalars)[...])
        while !scanner.rest.isEmpty {
            if scanner.take("[?(@") {
                guard let filter = scanner.filter(), scanner.rest.isEmpty else { throw scanner.error }
                self.filter = filter
            } else if let key = scanner.key() {
                steps.append(.key(key))
            } else if let index = scanner.index() {
                steps.append(.index(index))
            } else {
                throw scanner.error
            }
        }
        guard !steps.isEmpty else { throw scanner.error }
    }

    private struct PathScanner {
        let text: String
        var rest: ArraySlice<Unicode.Scalar>

        var error: RoleClaimPathError { RoleClaimPathError(text: text, offset: rest.startIndex) }

        mutating func take(_ text: String) -> Bool {
            guard rest.starts(with: text.unicodeScalars) else { return false }
            rest = rest.dropFirst(text.unicodeScalars.count)
            return true
        }

        mutating func key() -> String? {
            guard take(".") else { return nil }
            if rest.first == "\"" { return quoted() }
            let name = rest.prefix { $0.isPartOfName }
            rest = rest.dropFirst(name.count)
            return name.isEmpty ? nil : String(String.UnicodeScalarView(name))
        }

        mutating func index() -> Int? {
            guard take("[") else { return nil }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard take("]") else { return nil }
            return Int(String(String.UnicodeScalarView(digits)))
        }

        mutating func filter() -> Filter? {
            skipSpace()
            // The longer operators first: `==^` begins with `==`.
            let operators = Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
            guard let comparison = takeFirst(of: operators) else { return nil }
            skipSpace()
            guard rest.first == "\"", let text = quoted(), take(")]") else { return nil }
            return Filter(comparison: comparison, text: text)
        }

        private mutating func takeFirst(of operators: [Comparison]) -> Comparison? {
            for comparison in operators where take(comparison.rawValue) { return comparison }
            return nil
        }

        private mutating func quoted() -> String? {
            let text = rest.dropFirst().prefix { $0 != "\"" }
            guard text.endIndex < rest.endIndex else { return nil }
            rest = rest[(text.endIndex + 1)...]
            return String(String.UnicodeScalarView(text))
        }

        private mutating func skipSpace() {
            rest = rest.drop { $0.properties.isWhitespace }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfName: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: self == "_" || self == "$" || self == "@"
        }
    }
}
