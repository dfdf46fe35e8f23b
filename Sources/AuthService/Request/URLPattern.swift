/// A pattern in the list of redirect pages: `*` and `?` stop at `.` and `/`, `**` does not; `[a-z]`, `[!a]` and `{a,b}` work as
/// in a shell, `\` takes the next character as it is.
struct URLPattern: Sendable, Hashable {
    private indirect enum Token: Sendable, Hashable {
        case literal(Character)
        case one
        case run
        case longRun
        case characters([ClosedRange<Character>], negated: Bool)
        case alternatives([[Token]])
    }

    private let tokens: [Token]

    /// A pattern that does not end properly matches only itself.
    init(_ text: String) {
        var rest = Array(text)[...]
        let parsed = Self.parse(&rest, inBraces: false)
        tokens = rest.isEmpty ? parsed ?? text.map(Token.literal) : text.map(Token.literal)
    }

    func matches(_ text: String) -> Bool {
        // Patterns are the project owner's, but texts are anybody's: the set of reachable positions grows with neither's nesting.
        Self.ends(tokens, in: Array(text), from: [0]).contains(text.count)
    }

    private static func parse(_ rest: inout ArraySlice<Character>, inBraces: Bool) -> [Token]? {
        var tokens: [Token] = []
        while let character = rest.first {
            if inBraces, character == "," || character == "}" { return tokens }
            rest.removeFirst()
            switch character {
            case "*":
                if rest.first == "*" {
                    rest.removeFirst()
                    tokens.append(.longRun)
                } else {
                    tokens.append(.run)
                }
            case "?": tokens.append(.one)
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                tokens.append(.literal(next))
            case "[":
                guard let set = parseSet(&rest) else { return nil }
                tokens.append(set)
            case "{":
                guard let alternatives = parseAlternatives(&rest) else { return nil }
                tokens.append(alternatives)
            default: tokens.append(.literal(character))
            }
        }
        return inBraces ? nil : tokens
    }

    private static func parseSet(_ rest: inout ArraySlice<Character>) -> Token? {
        let negated = rest.first == "!"
        if negated { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let first = rest.popFirst(), first != "]" {
            if rest.first == "-", let last = rest.dropFirst().first, last != "]" {
                rest.removeFirst(2)
                guard first <= last else { return nil }
                ranges.append(first...last)
            } else {
                ranges.append(first...first)
            }
            if rest.isEmpty { return nil }
        }
        return ranges.isEmpty ? nil : .characters(ranges, negated: negated)
    }

    private static func parseAlternatives(_ rest: inout ArraySlice<Character>) -> Token? {
        var alternatives: [[Token]] = []
        while let one = parse(&rest, inBraces: true) {
            alternatives.append(one)
            if rest.popFirst() == "}" { return .alternatives(alternatives) }
        }
        return nil
    }

    /// The positions at which the tokens can end when they begin at one of these.
    private static func ends(_ tokens: [Token], in text: [Character], from starts: Set<Int>) -> Set<Int> {
        var positions = starts
        for token in tokens {
            switch token {
            case .literal(let character): positions = step(positions, text) { $0 == character }
            case .one: positions = step(positions, text) { !isSeparator($0) }
            case .characters(let ranges, let negated):
                positions = step(positions, text) { character in ranges.contains { $0.contains(character) } != negated }
            case .run: positions = extend(positions, text) { !isSeparator($0) }
            case .longRun: positions = extend(positions, text) { _ in true }
            case .alternatives(let alternatives):
                positions = alternatives.reduce(into: []) { $0.formUnion(ends($1, in: text, from: positions)) }
            }
        }
        return positions
    }

    private static func step(_ positions: Set<Int>, _ text: [Character], _ accepts: (Character) -> Bool) -> Set<Int> {
        Set(positions.filter { $0 < text.count && accepts(text[$0]) }.map { $0 + 1 })
    }

    private static func extend(_ positions: Set<Int>, _ text: [Character], _ accepts: (Character) -> Bool) -> Set<Int> {
        var reached = positions
        for start in positions.sorted() {
            var end = start
            while end < text.count, accepts(text[end]), reached.insert(end + 1).inserted { end += 1 }
        }
        return reached
    }

    private static func isSeparator(_ character: Character) -> Bool { character == "." || character == "/" }
}
