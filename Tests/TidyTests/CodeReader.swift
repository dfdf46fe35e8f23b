/// Leaves of Swift's text the code: comments and the contents of string literals are dropped, line ends are kept.
///
/// Interpolations go with their literals: what is forbidden is not hidden in them.
struct CodeReader {
    private(set) var code = ""
    private var rest: Substring.UTF8View
    private var kept: [UInt8] = []

    init(_ text: String) {
        rest = text[...].utf8
        while let byte = rest.first { read(byte) }
        code = String(decoding: kept, as: UTF8.self)
    }

    private mutating func read(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/") where starts("//"): skipLine()
        case UInt8(ascii: "/") where starts("/*"): skipBlock()
        case UInt8(ascii: "\""): skipLiteral(hashes: 0)
        case UInt8(ascii: "#"):
            let hashes = rest.prefix { $0 == UInt8(ascii: "#") }.count
            if rest.dropFirst(hashes).first == UInt8(ascii: "\"") {
                rest = rest.dropFirst(hashes)
                skipLiteral(hashes: hashes)
            } else {
                keep(hashes)
            }
        default: keep(1)
        }
    }

    private func starts(_ token: String) -> Bool { rest.starts(with: token.utf8) }

    private mutating func keep(_ count: Int) {
        kept += rest.prefix(count)
        rest = rest.dropFirst(count)
    }

    /// Leaves out, but for line ends.
    private mutating func drop(_ count: Int) {
        for _ in 0..<count where rest.popFirst() == UInt8(ascii: "\n") { kept.append(UInt8(ascii: "\n")) }
    }

    private mutating func skipLine() {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
    }

    private mutating func skipBlock() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                drop(2)
            } else if starts("*/") {
                depth -= 1
                drop(2)
            } else {
                drop(1)
            }
        } while depth > 0 && !rest.isEmpty
    }

    private mutating func skipLiteral(hashes: Int) {
        let pounds = String(repeating: "#", count: hashes)
        let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
        let (end, escape) = (quotes + pounds, "\\" + pounds)
        drop(quotes.utf8.count)
        while let byte = rest.first {
            if byte == UInt8(ascii: "\""), starts(end) { return drop(end.utf8.count) }
            guard byte == UInt8(ascii: "\\"), starts(escape) else {
                drop(1)
                continue
            }
            drop(escape.utf8.count)
            let isInterpolation = rest.first == UInt8(ascii: "(")
            drop(1)
            if isInterpolation { skipInterpolation() }
        }
    }

    /// Up to its closing parenthesis; literals in it may hold parentheses of their own.
    private mutating func skipInterpolation() {
        var depth = 1
        while let byte = rest.first, depth > 0 {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                let hashes = rest.prefix { $0 == UInt8(ascii: "#") }.count
                if rest.dropFirst(hashes).first == UInt8(ascii: "\"") {
                    rest = rest.dropFirst(hashes)
                    skipLiteral(hashes: hashes)
                    continue
                }
            default: break
            }
            drop(1)
        }
    }
}
