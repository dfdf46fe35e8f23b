/// Values by a text, the ones used lately.
///
/// Two generations bound it: when the young one is full it becomes the old one, and what is used there moves up again. That is
/// nearly least-recently-used, without a list to maintain.
package struct RecentlyUsed<Value: Sendable>: Sendable {
    private let generationSize: Int
    private var young: [String: Value] = [:]
    private var old: [String: Value] = [:]
    /// How many values had to make room for others.
    package private(set) var evictions = 0

    /// - Parameter capacity: the most values to remember; 0 remembers none.
    package init(capacity: Int) {
        generationSize = max(0, capacity) / 2 + max(0, capacity) % 2
    }

    package var count: Int { young.count + old.count }

    package subscript(_ key: String) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old.removeValue(forKey: key) else { return nil }
            remember(key, value)
            return value
        }
    }

    package mutating func remember(_ key: String, _ value: Value) {
        guard generationSize > 0 else { return }
        if young.count >= generationSize {
            evictions += old.count
            old = young
            young = [:]
        }
        young[key] = value
    }

    package mutating func removeAll() {
        young = [:]
        old = [:]
    }
}
