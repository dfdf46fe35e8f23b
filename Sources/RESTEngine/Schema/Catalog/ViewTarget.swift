/// A column of a view that is a plain copy of a column of another relation.
///
/// PostgreSQL keeps a view's query as the text of a node tree: `({QUERY … :targetList ({TARGETENTRY :expr {VAR …} :resno 1
/// :resname id … :resorigtbl 16385 :resorigcol 1 …} …) …})`. Braces and parentheses nest; a backslash takes the meaning from
/// the character behind it, blanks included. Only the first query's own target list is read; groups inside it are skipped.
struct ViewTarget: Hashable, Sendable {
    /// Attribute number in the view.
    var number: Int
    var table: ObjectID
    /// Attribute number in the table.
    var column: Int

    /// The copies among the top-level columns of a rule's first query; empty for text of another form.
    static func targets(inRule text: UnsafeRawBufferPointer) -> [ViewTarget] {
        var scanner = NodeScanner(text: text)
        return scanner.targets()
    }

    static func targets(inRule text: String) -> [ViewTarget] {
        Array(text.utf8).withUnsafeBytes { targets(inRule: $0) }
    }
}

private struct NodeScanner {
    enum Token {
        case open, close, word(Range<Int>), end
    }

    let text: UnsafeRawBufferPointer
    var position = 0

    init(text: UnsafeRawBufferPointer) {
        self.text = text
    }

    mutating func targets() -> [ViewTarget] {
        guard case .open = next(), case .open = next(), take("QUERY") else { return [] }
        while true {
            switch next() {
            case .open: skipGroup()
            case .close, .end: return []
            case .word(let range): if spells(range, ":targetList") { return targetList() }
            }
        }
    }

    private mutating func targetList() -> [ViewTarget] {
        var targets: [ViewTarget] = []
        guard case .open = next() else { return targets }
        while case .open = next() {
            guard take("TARGETENTRY") else { return [] }
            if let target = entry() { targets.append(target) }
        }
        return targets
    }

    /// Reads pairs of a key and a value up to the closing brace. A value is taken whatever it looks like: a column may be
    /// called `:resno`.
    private mutating func entry() -> ViewTarget? {
        var target = ViewTarget(number: 0, table: 0, column: 0)
        while case .word(let key) = next() {
            switch next() {
            case .open: skipGroup()
            case .close, .end: return nil
            case .word(let value):
                if spells(key, ":resno") { target.number = Int(number(value)) }
                if spells(key, ":resorigtbl") { target.table = ObjectID(truncatingIfNeeded: number(value)) }
                if spells(key, ":resorigcol") { target.column = Int(number(value)) }
            }
        }
        return target.table == 0 || target.column <= 0 ? nil : target
    }

    // MARK: Tokens

    private mutating func next() -> Token {
        while position < text.count, isBlank(text[position]) { position += 1 }
        guard position < text.count else { return .end }
        switch text[position] {
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            position += 1
            return .open
        case UInt8(ascii: ")"), UInt8(ascii: "}"):
            position += 1
            return .close
        default:
            let start = position
            while position < text.count, !isBlank(text[position]), !isBracket(text[position]) {
                position += text[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            position = min(position, text.count)
            return .word(start..<position)
        }
    }

    /// Goes behind the bracket that closes the group just opened.
    private mutating func skipGroup() {
        var depth = 1
        while position < text.count, depth > 0 {
            switch text[position] {
            case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\\"): position += 1
            default: break
            }
            position += 1
        }
        position = min(position, text.count)
    }

    private mutating func take(_ word: StaticString) -> Bool {
        if case .word(let range) = next() { spells(range, word) } else { false }
    }

    private func spells(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        return text[range].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// The digits as a number; 0 for anything else, also for what is too large to be one.
    private func number(_ range: Range<Int>) -> UInt32 {
        var value: UInt32 = 0
        for byte in text[range] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return 0 }
            let (tens, tensOverflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
            if tensOverflow || overflow { return 0 }
            value = sum
        }
        return value
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
    }

    private func isBracket(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }
}
