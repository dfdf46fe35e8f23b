internal import PostgresLink

/// Conditions on the number of rows that undo the whole transaction (rest.md 6.7).
///
/// The statement itself fails when one is violated, so that nothing queued behind it in the pipeline takes effect and no second
/// round trip is needed: a text that carries the count is cast to a number. A random word, new in each process and sent as a
/// parameter, keeps such an error apart from any that a client could provoke.
package struct ResultCheck: Sendable {
    package enum Rule: Sendable, Hashable {
        /// One row for the singular media type (PGRST116).
        case singular
        case maxAffected(Int)
        /// A PUT must have hit its key (PGRST115).
        case singleUpsert
    }

    var rules: [Rule]

    static let word = "pgrst-check-\(UInt64.random(in: .min ... .max))-"

    /// The extra column of the select list; nil when there is nothing to check.
    var sql: SQL? {
        guard !rules.isEmpty else { return nil }
        var sql: SQL = "CASE"
        for rule in rules {
            switch rule {
            case .singular: sql += " WHEN pg_catalog.count(_postgrest_t) <> 1 THEN \(Self.failure("singular"))"
            case .maxAffected(let limit):
                sql += " WHEN pg_catalog.count(_postgrest_t) > \(parameter: String(limit))::bigint THEN \(Self.failure("affected"))"
            case .singleUpsert: sql += " WHEN pg_catalog.count(_postgrest_t) <> 1 THEN \(Self.failure("key"))"
            }
        }
        return sql + " END"
    }

    private static func failure(_ name: String) -> SQL {
        "(\(parameter: word + name + ":")::text || pg_catalog.count(_postgrest_t)::text)::integer"
    }

    /// The violated check that an error reports; nil for any other error.
    static func failure(in error: PostgresError) -> RESTError? {
        guard error.sqlState == "22P02", let start = error.message.range(of: word) else { return nil }
        let report = error.message[start.upperBound...].split(separator: ":", maxSplits: 1)
        guard report.count == 2 else { return nil }
        // What follows the number depends on the language of the server's messages.
        let count = String(report[1].prefix { $0.isASCII && $0.isNumber })
        switch report[0] {
        case "singular": return .notSingular(rows: count)
        case "affected": return .maxAffectedExceeded(rows: count)
        case "key": return .singleUpsertMismatch
        default: return nil
        }
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}

extension RESTError {
    static func notSingular(rows: String) -> Self {
        Self(406, "PGRST116", "Cannot coerce the result to a single JSON object", details: .string("The result contains \(rows) rows"))
    }

    static func maxAffectedExceeded(rows: String) -> Self {
        Self(400, "PGRST124", "Query result exceeds max-affected preference constraint", details: .string("The query affects \(rows) rows"))
    }

    static let singleUpsertMismatch = Self(400, "PGRST115", "Payload values do not match URL in primary key column(s)")
}
