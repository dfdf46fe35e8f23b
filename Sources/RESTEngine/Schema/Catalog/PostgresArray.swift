/// PostgreSQL's text form of a one-dimensional array: `{a,"b c"}`. NULL elements are left out, for names are never NULL.
enum PostgresArray {
    static func literal(_ elements: [String]) -> String {
        "{" + elements.map(quoted).joined(separator: ",") + "}"
    }

    static func elements(_ literal: String) -> [String] {
        var bytes = Array(literal.utf8)[...]
        // A vector counts from 0 and says so: `[0:1]={…}`.
        if bytes.first == UInt8(ascii: "["), let equals = bytes.firstIndex(of: UInt8(ascii: "=")) { bytes = bytes[(equals + 1)...] }
        guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"), bytes.count > 2 else { return [] }
        bytes = bytes.dropFirst().dropLast()
        var elements: [String] = []
        while let element = nextElement(&bytes) {
            if let text = element.text { elements.append(text) }
        }
        return elements
    }

    private static func quoted(_ element: String) -> String {
        var text = "\""
        for scalar in element.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    /// Takes one element and the comma behind it.
    private static func nextElement(_ bytes: inout ArraySlice<UInt8>) -> (text: String?, Void)? {
        guard let first = bytes.first else { return nil }
        var content: [UInt8] = []
        var isQuoted = first == UInt8(ascii: "\"")
        let wasQuoted = isQuoted
        if isQuoted { bytes.removeFirst() }
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "\\") {
                if let next = bytes.popFirst() { content.append(next) }
            } else if isQuoted {
                if byte == UInt8(ascii: "\"") { isQuoted = false } else { content.append(byte) }
            } else if byte == UInt8(ascii: ",") {
                break
            } else {
                content.append(byte)
            }
        }
        let text = String(decoding: content, as: UTF8.self)
        return (!wasQuoted && text == "NULL" ? nil : text, ())
    }
}
