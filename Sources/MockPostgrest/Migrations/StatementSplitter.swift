/// Cuts a file at the semicolons that end statements: outside quotes, comments, parentheses and `begin atomic` bodies.
///
/// It follows psql's rules rather than a grammar, so a statement that PostgreSQL will refuse is still cut where its author
/// meant, and the error can name it.
struct StatementSplitter {
    private var scanner: SQLScanner
    private var statements: [SQLScript.Statement] = []
    /// Lines are counted once, as far as the last statement.
    private var counted = (offset: 0, breaks: 0)

    /// The statement that is being read.
    private var start: Int
    private var first: Int?
    private var depth = 0
    private var words = StatementKeywords()

    init(_ bytes: [UInt8]) {
        scanner = SQLScanner(bytes)
        start = scanner.position
    }

    mutating func split() throws(ScriptError) -> [SQLScript.Statement] {
        while let token = scanner.next() {
            if token.kind == .backslash {
                try runCommand(at: token.range.lowerBound)
                continue
            }
            if token.kind == .semicolon, depth == 0, !words.isInBody {
                try finish(at: token.range.lowerBound)
                start = scanner.position
                continue
            }
            if first == nil { first = token.range.lowerBound }
            switch token.kind {
            case .open: depth += 1
            // One too many is PostgreSQL's to report.
            case .close: depth = max(0, depth - 1)
            case .word: words.add(scanner.lowercased(token), isNested: depth > 0)
            case .semicolon, .backslash, .other: break
            }
            if token.kind != .word { words.interrupt() }
        }
        if case .copy = words.kind {
            throw ScriptError(
                line: line(at: first ?? start), reason: "the data of COPY is missing: it must follow a semicolon and end with \\.")
        }
        try finish(at: scanner.bytes.count)
        return statements
    }

    /// Ends a statement whose text reaches to `end`.
    private mutating func finish(at end: Int) throws(ScriptError) {
        defer {
            first = nil
            depth = 0
            words = StatementKeywords()
        }
        let text = trimmed(start..<end)
        guard !text.isEmpty else { return }
        var statement = SQLScript.Statement(
            text: String(decoding: scanner.bytes[text], as: UTF8.self), offset: text.lowerBound,
            line: line(at: first ?? text.lowerBound), kind: first == nil ? .empty : words.kind)
        if case .copy = statement.kind { statement.kind = .copy(data: try copyData(for: statement)) }
        if let isOff = words.setsEscapes { scanner.escapesInStrings = isOff }
        statements.append(statement)
    }

    /// The lines after a `COPY … FROM STDIN;` up to `\.`.
    private mutating func copyData(for statement: SQLScript.Statement) throws(ScriptError) -> [UInt8] {
        while let byte = scanner.peek(), SQLScanner.isSpace(byte), byte != .lineFeed, byte != .carriageReturn { scanner.position += 1 }
        let rest = scanner.position
        scanner.skipLine()
        let line = trimmed(rest..<scanner.position)
        guard line.isEmpty || scanner.bytes[line].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) else {
            throw ScriptError(line: statement.line, reason: "the data of COPY must begin on the line after its semicolon")
        }
        let dataStart = scanner.position
        while scanner.position < scanner.bytes.count {
            let lineStart = scanner.position
            scanner.skipLine()
            var content = scanner.bytes[lineStart..<scanner.position]
            while let last = content.last, last == .lineFeed || last == .carriageReturn { content.removeLast() }
            if content.elementsEqual([UInt8(ascii: "\\"), UInt8(ascii: ".")]) { return Array(scanner.bytes[dataStart..<lineStart]) }
        }
        throw ScriptError(line: statement.line, reason: "the data of COPY has no end: a line with \\. is missing")
    }

    /// What `pg_dump` writes for psql alone is passed over; any other command would be missed silently.
    private mutating func runCommand(at offset: Int) throws(ScriptError) {
        let start = scanner.position
        while let byte = scanner.peek(), !SQLScanner.isSpace(byte) { scanner.position += 1 }
        let name = String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self)
        guard first == nil, ["restrict", "unrestrict", "connect", "set", "echo"].contains(name) else {
            throw ScriptError(line: line(at: offset), reason: "\\\(name) is a command of psql, which is not supported here")
        }
        scanner.skipLine()
        self.start = scanner.position
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let byte = scanner.bytes[range].first, SQLScanner.isSpace(byte) { range = range.lowerBound + 1..<range.upperBound }
        while let byte = scanner.bytes[range].last, SQLScanner.isSpace(byte) { range = range.lowerBound..<range.upperBound - 1 }
        return range
    }

    private mutating func line(at offset: Int) -> Int {
        if offset > counted.offset {
            counted.breaks += LineBreaks.count(in: scanner.bytes, counted.offset..<offset)
            counted.offset = offset
        }
        return counted.breaks + 1
    }
}
