/// Rows from a lower to an upper end, counted from 0 (rest.md 3.8). Ends beyond 64 bits are kept (saturating at 128 bits): the
/// database refuses them in its own words.
package struct PageRange: Hashable, Sendable {
    package var lower: Int128
    /// The last row, inclusive; nil when open. `lower - 1` makes an empty range (`limit=0`).
    package var upper: Int128?

    package init(lower: Int128 = 0, upper: Int128? = nil) {
        self.lower = lower
        self.upper = upper
    }

    package static let all = Self()

    package var isAll: Bool { self == .all }

    /// How many rows the range holds; nil when open.
    package var limit: Int128? {
        upper.map { upper in
            let (length, overflow) = upper.subtractingReportingOverflow(lower)
            return overflow ? (lower < 0 ? .max : .min) : (length == .max ? .max : length + 1)
        }
    }
}

/// A range addressed to an embed.
package struct EmbeddedRange: Hashable, Sendable {
    package var embedPath: [String]
    package var range: PageRange

    package init(embedPath: [String], range: PageRange) {
        self.embedPath = embedPath
        self.range = range
    }
}
