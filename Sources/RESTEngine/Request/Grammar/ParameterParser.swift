/// A recursive-descent parser over one decoded parameter, made of the constructs of rest.md 1.7. The grammar is written on top of it
/// in the extensions `ParameterParser+….swift`.
///
/// A parameter is parsed twice only when it is wrong: first for its value alone, and if that fails, again with every message noted
/// that PostgREST's text is made of. The grammar is the same code both times, so the two cannot disagree.
///
/// A construct that fails throws ``Mismatch``. It *consumed* input when `position` is then behind where it began; only a failure
/// that consumed nothing lets a choice go on (`attempt` takes consumption back).
struct ParameterParser {
    /// UTF-8, checked before.
    private let text: [UInt8]
    private(set) var position = 0
    private let isExplaining: Bool
    /// What was tried in vain at `position`, or further right by an attempt that was taken back. Kept only when explaining.
    private var failure = ParseFailure()
    /// Embeds or groups that are open.
    private var depth = 0
    private var isTooDeep = false

    /// A construct did not match. What it was is noted in the parser, if at all.
    struct Mismatch: Error {}

    private init(_ text: [UInt8], isExplaining: Bool) {
        self.text = text
        self.isExplaining = isExplaining
    }

    typealias Rule<Value> = (inout ParameterParser) throws(Mismatch) -> Value

    /// The text is not in the grammar.
    struct Refusal: Error, Hashable {
        var failure: ParseFailure
    }

    /// Parses as much of the text as the rule takes; what follows is ignored.
    static func parse<Value>(_ text: [UInt8], _ rule: Rule<Value>) throws(Refusal) -> Value {
        if let value = value(of: text, rule) { return value }
        return try explain(text, rule)
    }

    /// The value, or nil if the text does not match and nothing of it was consumed; a failure after that is final.
    static func parseIfCommitted<Value>(_ text: [UInt8], _ rule: Rule<Value>) throws(Refusal) -> Value? {
        var parser = ParameterParser(text, isExplaining: false)
        if let value = try? rule(&parser) { return value }
        if parser.position == 0 { return nil }
        return try explain(text, rule)
    }

    /// Without messages: nil if the text does not match.
    static func value<Value>(of text: [UInt8], _ rule: Rule<Value>) -> Value? {
        var parser = ParameterParser(text, isExplaining: false)
        return try? rule(&parser)
    }

    /// With messages.
    static func explain<Value>(_ text: [UInt8], _ rule: Rule<Value>) throws(Refusal) -> Value {
        var parser = ParameterParser(text, isExplaining: true)
        do {
            return try rule(&parser)
        } catch {
            if parser.isTooDeep {
                let message = "nesting of more than \(RequestLimits.nesting) levels"
                parser.failure = ParseFailure(position: parser.position, messages: [.forbidden(message)])
            }
            throw Refusal(failure: parser.failure)
        }
    }
}

// MARK: - Characters

extension ParameterParser {
    var isAtEnd: Bool { position == text.count }

    /// The character at the position and its length in bytes; nil at the end.
    @inline(__always)
    private var next: (scalar: Unicode.Scalar, length: Int)? {
        guard position < text.count else { return nil }
        let byte = text[position]
        if byte < 0x80 { return (Unicode.Scalar(byte), 1) }
        return multibyte(at: position)
    }

    private func multibyte(at start: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        var decoder = UTF8()
        var bytes = text[start...].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    func string(from start: Int) -> String {
        String(decoding: text[start..<position], as: UTF8.self)
    }

    /// The same without blanks at either end.
    func trimmedString(from start: Int) -> String {
        var range = start..<position
        while range.count > 1, text[range.lowerBound] == UInt8(ascii: " ") { range = (range.lowerBound + 1)..<range.upperBound }
        while let last = range.last, text[last] == UInt8(ascii: " ") { range = range.lowerBound..<last }
        return String(decoding: text[range], as: UTF8.self)
    }

    /// Everything that is left.
    mutating func rest() -> String {
        let start = position
        consume(text.count - position)
        return string(from: start)
    }

    @inline(__always)
    private mutating func consume(_ length: Int) {
        guard length > 0 else { return }
        position += length
        if isExplaining { failure = ParseFailure(position: position) }
    }

    /// Notes why nothing matches at the position.
    private mutating func note(_ messages: ParseFailure.Message...) {
        failure.merge(ParseFailure(position: position, messages: messages))
    }

    private var foundHere: ParseFailure.Message {
        .found(next?.scalar.shown(between: "\"") ?? "")
    }

    /// One character of a set. Named sets (`letter`) are expected by that name, others are not spoken of.
    @discardableResult
    mutating func character(named name: String? = nil, _ accepts: (Unicode.Scalar) -> Bool) throws(Mismatch) -> Unicode.Scalar {
        guard let (scalar, length) = next, accepts(scalar) else {
            if isExplaining { note(foundHere, .expected(name ?? "")) }
            throw Mismatch()
        }
        consume(length)
        return scalar
    }

    /// As many characters as the class has, `minimum` at least.
    mutating func characters(_ kind: CharacterClass, atLeast minimum: Int) throws(Mismatch) {
        let start = position
        var end = position
        while end < text.count {
            let byte = text[end]
            if byte < 0x80 {
                guard kind.contains(ascii: byte) else { break }
                end += 1
            } else {
                guard let (scalar, length) = multibyte(at: end), kind.contains(scalar) else { break }
                end += length
            }
        }
        consume(end - start)
        if isExplaining {
            for name in kind.names { note(foundHere, .expected(name)) }
        }
        if end == start && minimum > 0 { throw Mismatch() }
    }

    /// A literal text. A failure behind its first character has consumed what did match, but is reported where the text began.
    mutating func literal(_ wanted: StaticString) throws(Mismatch) {
        let count = wanted.utf8CodeUnitCount
        var matched = 0
        while matched < count, position + matched < text.count, text[position + matched] == wanted.utf8Start[matched] { matched += 1 }
        if matched == count { return consume(count) }
        if isExplaining {
            let start = position
            position += matched
            let found = foundHere
            position = start
            if matched > 0 { failure = ParseFailure(position: start) }
            note(found, .expected(Self.quoted(wanted)))
        }
        position += matched
        throw Mismatch()
    }

    private static func quoted(_ literal: StaticString) -> String {
        let escaped = literal.description.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"" + escaped.joined() + "\""
    }

    /// The end of the text. Even there it is noted as expected: what follows in the grammar may still fail.
    mutating func end() throws(Mismatch) {
        guard let (scalar, _) = next else {
            if isExplaining { note(.found(""), .expected("end of input")) }
            return
        }
        if isExplaining { note(.forbidden(scalar.shown(between: "'")), .expected("end of input")) }
        throw Mismatch()
    }
}

// MARK: - Constructs

extension ParameterParser {
    /// A choice: the second rule is tried only if the first fails without having consumed anything.
    @inline(__always)
    mutating func either<Value>(_ first: Rule<Value>, or second: Rule<Value>) throws(Mismatch) -> Value {
        let start = position
        do {
            return try first(&self)
        } catch {
            guard position == start else { throw error }
            return try second(&self)
        }
    }

    /// A rule, or nothing.
    @inline(__always)
    mutating func optionally<Value>(_ rule: Rule<Value>) throws(Mismatch) -> Value? {
        let start = position
        do {
            return try rule(&self)
        } catch {
            guard position == start else { throw error }
            return nil
        }
    }

    /// Whether a rule without a value matches; if not, nothing is consumed.
    @inline(__always)
    mutating func matches(_ rule: Rule<Void>) throws(Mismatch) -> Bool {
        try optionally(rule) != nil
    }

    /// A rule whose failure takes back what it consumed, but keeps its messages.
    @inline(__always)
    mutating func attempt<Value>(_ rule: Rule<Value>) throws(Mismatch) -> Value {
        let start = position
        let outer = isolate()
        do {
            let value = try rule(&self)
            if position == start { rejoin(outer) }
            return value
        } catch {
            position = start
            rejoin(outer)
            throw error
        }
    }

    /// A literal, whole or not at all.
    mutating func attempt(_ wanted: StaticString) throws(Mismatch) {
        try attempt { parser throws(Mismatch) in try parser.literal(wanted) }
    }

    /// Looks whether a literal follows, without consuming it.
    mutating func lookAhead(at wanted: StaticString) throws(Mismatch) {
        let start = position
        let outer = isExplaining ? failure : nil
        try literal(wanted)
        position = start
        if let outer { failure = outer }
    }

    /// Succeeds before one of some literals, or at the end, and consumes nothing.
    mutating func stop(before literals: [StaticString]) throws(Mismatch) {
        for wanted in literals {
            do {
                return try attempt { parser throws(Mismatch) in try parser.lookAhead(at: wanted) }
            } catch {}
        }
        try end()
    }

    /// Succeeds if the rule, which reads one character, does not match. Its messages are kept: the character would have been welcome.
    @inline(__always)
    mutating func not(_ rule: Rule<Void>) throws(Mismatch) {
        let start = position
        let outer = isolate()
        let found = isExplaining ? next?.scalar : nil
        do {
            try rule(&self)
        } catch {
            position = start
            rejoin(outer)
            return
        }
        if isExplaining { note(.forbidden(found?.shown(between: "'") ?? "")) }
        position = start
        rejoin(outer)
        throw Mismatch()
    }

    /// Names a rule: where it consumes nothing, its name is expected instead of what it is made of.
    @inline(__always)
    mutating func labelled<Value>(_ label: String, _ rule: Rule<Value>) throws(Mismatch) -> Value {
        guard isExplaining else { return try rule(&self) }
        let start = position
        let outer = isolate()
        do {
            let value = try rule(&self)
            if position == start {
                if !failure.messages.isEmpty { failure.relabel(label) }
                rejoin(outer)
            }
            return value
        } catch {
            if position == start {
                failure.relabel(label)
                rejoin(outer)
            }
            throw error
        }
    }

    /// One or more elements with separators between them.
    @inline(__always)
    mutating func separated<Value>(_ element: Rule<Value>, by separator: Rule<Void>) throws(Mismatch) -> [Value] {
        var elements = [try element(&self)]
        while true {
            let start = position
            do {
                try separator(&self)
            } catch {
                guard position == start else { throw error }
                return elements
            }
            // Every separator takes back what it consumed when it fails, or fails at once; so this is behind `start`, and a failure
            // of the element is final.
            elements.append(try element(&self))
            forgetLeftovers()
        }
    }

    /// What the second or a later element left over plays no part when the repetition stops.
    @inline(__always)
    mutating func forgetLeftovers() {
        if isExplaining { failure = ParseFailure(position: position) }
    }

    /// Counts an embed or group that is open while the rule runs, and refuses too many.
    mutating func nested<Value>(_ rule: Rule<Value>) throws(Mismatch) -> Value {
        guard depth < RequestLimits.nesting else {
            isTooDeep = true
            throw Mismatch()
        }
        depth += 1
        defer { depth -= 1 }
        return try rule(&self)
    }

    /// Starts afresh with messages, for a construct that must tell its own from earlier ones.
    @inline(__always)
    private mutating func isolate() -> ParseFailure? {
        guard isExplaining else { return nil }
        let outer = failure
        failure = ParseFailure(position: position)
        return outer
    }

    @inline(__always)
    private mutating func rejoin(_ outer: ParseFailure?) {
        guard var merged = outer else { return }
        merged.merge(failure)
        failure = merged
    }
}
