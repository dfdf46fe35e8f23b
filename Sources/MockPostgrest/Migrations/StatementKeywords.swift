/// The key words of a statement, as far as they tell how it must be run.
struct StatementKeywords {
    /// Longer than any beginning that matters, so that a long statement costs no memory.
    private static let limit = 24

    private var outer: [String] = []
    private var nested: [String] = []
    private var previous = ""
    /// How many `begin atomic` and `case` are open in the body of a function in SQL's own syntax.
    private var bodyDepth = 0

    var isInBody: Bool { bodyDepth > 0 }

    mutating func add(_ word: String, isNested: Bool) {
        if isNested {
            if nested.count < Self.limit { nested.append(word) }
            return
        }
        if outer.count < Self.limit { outer.append(word) }
        defer { previous = word }
        switch word {
        case "atomic" where previous == "begin" && bodyDepth == 0 && makesRoutine: bodyDepth = 1
        case "case" where bodyDepth > 0: bodyDepth += 1
        case "end" where bodyDepth > 0: bodyDepth -= 1
        default: break
        }
    }

    /// Something that is no word came between.
    mutating func interrupt() {
        previous = ""
    }

    var kind: SQLScript.Kind {
        switch outer.first {
        case "begin": return .begin
        case "start": return .begin
        case "commit", "end", "rollback", "abort": return endsTransaction ? .end : .ordinary
        case "prepare": return outer.dropFirst().first == "transaction" ? .end : .ordinary
        case "copy": return readsInput ? .copy(data: []) : .ordinary
        default: return mustStandAlone ? .alone : .ordinary
        }
    }

    /// `set standard_conforming_strings = …`: whether backslashes escape from here on; nil for any other statement.
    var setsEscapes: Bool? {
        let words = outer.filter { $0 != "session" && $0 != "local" }
        guard words.count > 1, words[1] == "standard_conforming_strings" else { return nil }
        switch words[0] {
        case "set": return words.contains("off") || words.contains("false")
        case "reset": return false
        default: return nil
        }
    }

    private var makesRoutine: Bool {
        let words = outer.dropFirst(outer.dropFirst().starts(with: ["or", "replace"]) ? 3 : 1)
        return outer.first == "create" && (words.first == "function" || words.first == "procedure")
    }

    private var endsTransaction: Bool {
        // `rollback to` a savepoint, `commit prepared`, `… and chain` leave a transaction open, or touch another one.
        !outer.contains("to") && !outer.contains("prepared") && (!outer.contains("chain") || outer.contains("no"))
    }

    private var readsInput: Bool {
        zip(outer, outer.dropFirst()).contains { $0 == ("from", "stdin") }
    }

    /// What PostgreSQL refuses in a transaction, and the CLI runs by itself.
    private var mustStandAlone: Bool {
        let rest = outer.dropFirst()
        switch outer.first {
        case "vacuum", "cluster": return true
        case "alter": return rest.first == "system" || rest.first == "table" && rest.contains("detach") && rest.last == "concurrently"
        case "create":
            return rest.starts(with: ["index", "concurrently"]) || rest.starts(with: ["unique", "index", "concurrently"])
                || rest.first == "database" || rest.first == "tablespace"
        case "drop": return rest.starts(with: ["index", "concurrently"]) || rest.first == "database" || rest.first == "tablespace"
        case "reindex":
            return rest.contains("concurrently") || nested.contains("concurrently")
                || rest.contains { ["database", "system", "schema"].contains($0) }
        default: return false
        }
    }
}
