/// An HTML text as somebody would write it without HTML: for readers of mail that show no markup, and for tests.
///
///     PlainText.of(html: "<p>Hi <b>Ann</b>, <a href=\"http://a\">open</a></p>")      // "Hi Ann, open (http://a)\n"
package enum PlainText {
    package static func of(html: String) -> String {
        var text = ""
        var links: [String] = []
        var hidden: String?
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            if hidden == nil { append(rest[..<start], to: &text) }
            guard let end = rest[start...].firstIndex(of: ">") else {
                rest = ""
                break
            }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
            if let current = hidden {
                if tag.hasPrefix("/"), name == current { hidden = nil }
                continue
            }
            switch name {
            case "style", "script", "head", "title": if !tag.hasPrefix("/") { hidden = name }
            case "a":
                if tag.hasPrefix("/") {
                    if let link = links.popLast(), !link.isEmpty, !text.hasSuffix(link) { text += " (\(link))" }
                } else {
                    links.append(address(in: tag))
                }
            case "br", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr", "table", "ul", "ol", "blockquote": breakLine(&text)
            default: break
            }
        }
        if hidden == nil { append(rest, to: &text) }
        breakLine(&text)
        return text
    }

    private static func append(_ piece: Substring, to text: inout String) {
        for word in unescaped(piece).split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
            text += word
            // Blanks count once, and not at the beginning of a line.
            if text.last.map({ !$0.isWhitespace }) == true { text += " " }
        }
        // The last word is not followed by a blank unless one was there.
        if piece.last?.isWhitespace == false, text.hasSuffix(" ") { text.removeLast() }
    }

    private static func breakLine(_ text: inout String) {
        while text.hasSuffix(" ") { text.removeLast() }
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    }

    private static func address(in tag: Substring) -> String {
        guard let match = tag.firstMatch(of: #/href\s*=\s*(?:"([^"]*)"|'([^']*)')/#.ignoresCase()) else { return "" }
        return unescaped(match.1 ?? match.2 ?? "")
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        return [
            ("&lt;", "<"), ("&gt;", ">"), ("&#34;", "\""), ("&quot;", "\""), ("&#39;", "'"), ("&#43;", "+"), ("&nbsp;", " "),
            ("&amp;", "&"),
        ]
        .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
