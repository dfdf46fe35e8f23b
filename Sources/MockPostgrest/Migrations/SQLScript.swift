/// A file of SQL, split into its statements.
///
///     try SQLScript("create table a (); -- done\ninsert into a default values;").statements.map(\.text)
///     // ["create table a ()", "-- done\ninsert into a default values"]
package struct SQLScript: Sendable {
    /// One statement as it is sent: without its semicolon and the white space around it, with its comments.
    package struct Statement: Hashable, Sendable {
        package var text: String
        /// Where `text` begins, in bytes from the beginning of the file.
        package var offset: Int
        /// The line of the first word, counted from 1; comments before it do not count.
        package var line: Int
        package var kind: Kind
    }

    package enum Kind: Hashable, Sendable {
        case ordinary
        /// Only comments. Sent nowhere, but part of the history.
        case empty
        /// Cannot run in a transaction, or not in one with others: sent by itself.
        case alone
        /// Begins a transaction, or ends one.
        case begin, end
        /// `COPY … FROM STDIN` and the lines that follow it, up to `\.`.
        case copy(data: [UInt8])
    }

    package let statements: [Statement]
    private let source: [UInt8]

    package init(_ bytes: [UInt8]) throws(ScriptError) {
        source = bytes
        try Self.checkText(bytes)
        var splitter = StatementSplitter(bytes)
        statements = try splitter.split()
    }

    package init(_ text: String) throws(ScriptError) {
        try self.init(Array(text.utf8))
    }

    /// The line of the file in which a statement has a character, by the number that PostgreSQL gives in an error report.
    package func line(of position: Int, in statement: Statement) -> Int {
        let before = statement.text.unicodeScalars.prefix(max(0, position - 1))
        let bytes = before.reduce(0) { $0 + UTF8.width($1) }
        return 1 + LineBreaks.count(in: source, 0..<min(source.count, statement.offset + bytes))
    }

    /// The transaction that is still open at the end, by its first statement.
    package var unfinishedTransaction: Statement? {
        var open: Statement?
        for statement in statements {
            switch statement.kind {
            case .begin: open = open ?? statement
            case .end: open = nil
            case .ordinary, .empty, .alone, .copy: break
            }
        }
        return open
    }

    /// libpq cuts text at a zero byte, and the database refuses what is not UTF-8 with a message that names no line.
    private static func checkText(_ bytes: [UInt8]) throws(ScriptError) {
        if let zero = bytes.firstIndex(of: 0) {
            throw ScriptError(line: 1 + LineBreaks.count(in: bytes, 0..<zero), reason: "the file has a zero byte; it must be UTF-8 text")
        }
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var valid = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid += UTF8.width(scalar) }
        throw ScriptError(line: 1 + LineBreaks.count(in: bytes, 0..<min(valid, bytes.count)), reason: "the file is not UTF-8 text")
    }
}

/// A file that cannot be split.
package struct ScriptError: Error, Hashable, Sendable {
    package var line: Int
    package var reason: String
}

enum LineBreaks {
    /// Line feeds, carriage returns, and pairs of both, which count once.
    static func count(in bytes: [UInt8], _ range: Range<Int>) -> Int {
        var count = 0
        for index in range {
            switch bytes[index] {
            case .carriageReturn: count += 1
            case .lineFeed where index == 0 || bytes[index - 1] != .carriageReturn: count += 1
            default: break
            }
        }
        return count
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
}
