/// What `Prefer` asks for (rest.md 1.15).
package struct Preferences: Sendable, Hashable {
    package enum Return: String, Sendable, CaseIterable { case minimal, headersOnly = "headers-only", representation }
    package enum Count: String, Sendable, CaseIterable { case exact, planned, estimated }
    package enum Resolution: String, Sendable, CaseIterable { case mergeDuplicates = "merge-duplicates", ignoreDuplicates = "ignore-duplicates" }
    package enum Missing: String, Sendable, CaseIterable { case `default`, null }
    package enum Handling: String, Sendable, CaseIterable { case strict, lenient }
    package enum Transaction: String, Sendable, CaseIterable { case commit, rollback }

    package var `return`: Return?
    package var count: Count?
    package var resolution: Resolution?
    package var missing: Missing?
    package var handling: Handling?
    package var timezone: String?
    package var maxAffected: Int?
    /// Only where `db-tx-end` allows the override.
    package var transaction: Transaction?
    /// All pieces that are no known preference, in order; a reason to refuse with `handling=strict` (PGRST122).
    package var invalid: [String] = []

    package init() {}
}
