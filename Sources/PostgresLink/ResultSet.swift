internal import CLibpq
internal import Sockets

/// The rows of one statement, read in place from libpq's memory, which lives as long as this object or one of its values.
package final class ResultSet: Sendable {
    // Safe: a PGresult is never changed once libpq has handed it out, and only deinit frees it.
    private nonisolated(unsafe) let result: OpaquePointer

    /// Takes ownership of the result.
    init(owning result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    package var rowCount: Int { Int(PQntuples(result)) }
    package var columnCount: Int { Int(PQnfields(result)) }

    /// The command tag, such as `INSERT 0 1`.
    package var commandTag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    package var columnNames: [String] {
        (0..<columnCount).map { column in PQfname(result, CInt(column)).map { String(cString: $0) } ?? "" }
    }

    /// Whether the column is `bytea`, or a domain over it: its text is hexadecimal.
    package func isBinaryColumn(_ column: Int) -> Bool {
        PQftype(result, CInt(column)) == 17
    }

    /// The value's text; nil for SQL's NULL.
    package func text(_ row: Int, _ column: Int) -> String? {
        value(row, column).map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }

    /// The value's bytes without a copy; nil for SQL's NULL.
    package func value(_ row: Int, _ column: Int) -> Value? {
        precondition(row >= 0 && row < rowCount && column >= 0 && column < columnCount, "no such value in the result")
        return PQgetisnull(result, CInt(row), CInt(column)) == 1 ? nil : Value(set: self, row: CInt(row), column: CInt(column))
    }

    /// One value of a result. Keeps the whole result alive.
    package struct Value: Bytes {
        fileprivate let set: ResultSet
        fileprivate let row: CInt
        fileprivate let column: CInt

        package var count: Int { Int(PQgetlength(set.result, row, column)) }

        package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
            try body(UnsafeRawBufferPointer(start: PQgetvalue(set.result, row, column), count: count))
        }
    }
}
