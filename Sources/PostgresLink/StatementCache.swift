/// Which statements a session has prepared on the server, by their text. Pure: the session asks it, and tells it what happened.
struct StatementCache {
    private struct Entry {
        let name: String
        var lastUse: UInt64
    }

    private let limit: Int
    private var entries: [SQL.Template: Entry] = [:]
    private var clock: UInt64 = 0
    /// Of this session alone: a pooler may hand us a session in which somebody else has prepared, and the same name would then
    /// run another statement.
    private let prefix: String
    /// Names that the server still knows and nobody will use again.
    private(set) var retired: [String] = []

    init(limit: Int = Limits.preparedStatements) {
        precondition(limit > 0)
        self.limit = limit
        prefix = "s\(String(UInt64.random(in: 0 ... .max), radix: 36))_"
    }

    var count: Int { entries.count }

    /// The name of a prepared statement, and that it was used now.
    mutating func use(_ template: SQL.Template) -> String? {
        clock += 1
        guard let index = entries.index(forKey: template) else { return nil }
        entries.values[index].lastUse = clock
        return entries.values[index].name
    }

    /// A name for a statement that is about to be prepared. If that fails, `forget` it. Names are never used twice.
    mutating func add(_ template: SQL.Template) -> String {
        clock += 1
        if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            retire(oldest.key)
        }
        let name = "\(prefix)\(clock)"
        entries[template.withoutValues()] = Entry(name: name, lastUse: clock)
        return name
    }

    /// The server does not know the statement.
    mutating func forget(_ template: SQL.Template) {
        entries[template] = nil
    }

    mutating func forgetAll() {
        entries = [:]
        retired = []
    }

    /// The statement is not wanted any more, but the server knows it.
    mutating func retire(_ template: SQL.Template) {
        if let entry = entries.removeValue(forKey: template) { retired.append(entry.name) }
    }

    /// The names to deallocate now. Those that fail are given back.
    mutating func takeRetired() -> [String] {
        defer { retired = [] }
        return retired
    }

    mutating func giveBack(_ name: String) {
        retired.append(name)
    }
}
