/// One statement to run, and whether it is worth preparing.
package struct Statement: Sendable, Hashable {
    package var sql: SQL
    /// Prepared on the server once and found again by its text. Off for text that will hardly come twice.
    package var isPrepared: Bool

    package init(_ sql: SQL, isPrepared: Bool = true) {
        self.sql = sql
        self.isPrepared = isPrepared
    }

    package init(sql: SQL, isPrepared: Bool = true) {
        self.init(sql, isPrepared: isPrepared)
    }
}
