/// What stands behind an option's name. In a file it has a type; in the environment and the database it is a text.
package enum OptionValue: Sendable, Hashable {
    case text(String)
    case number(Double)
    case flag(Bool)

    /// What an option that wants a text makes of it. PostgREST shows the other kinds with their names: `server-host = 5` is a
    /// host called `Number 5.0`.
    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): "Number \(number)"
        case .flag(let flag): "Bool \(flag ? "True" : "False")"
        }
    }

    /// nil for what is no whole number: the option keeps its default.
    var number: Int? {
        switch self {
        case .text(let text): Int(text.trimmed)
        case .number(let number): Int(exactly: number)
        case .flag: nil
        }
    }

    /// A text is a flag when its letters spell one in any case, or when it is a whole number, which is true above 0. A bare
    /// number in a file is none.
    var flag: Bool? {
        switch self {
        case .flag(let flag): return flag
        case .number: return nil
        case .text(let text):
            switch text.filter(\.isLetter).lowercased() {
            case "true": return true
            case "false": return false
            default: return Int(text.trimmed).map { $0 > 0 }
            }
        }
    }
}

extension String {
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }
}
