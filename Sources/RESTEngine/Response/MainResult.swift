internal import HTTPServing
internal import JSONText
internal import PostgresLink

/// The one row that a ``MainStatement`` answers with.
struct MainResult {
    var total: Int?
    var pageTotal: Int
    var body: ResultSet.Value?
    /// The body is `bytea`, shown as text that has to be undone.
    var bodyIsBinary: Bool
    var responseHeaders: String?
    var responseStatus: String?
    /// Column and condition of each key column, for `Location`.
    var location: [(column: String, condition: String)]
    var inserted: Int?

    init(_ set: ResultSet) {
        total = set.text(0, 0).flatMap { Int($0) }
        pageTotal = set.text(0, 1).flatMap { Int($0) } ?? 0
        body = set.value(0, 2)
        bodyIsBinary = set.isBinaryColumn(2)
        responseHeaders = set.text(0, 3)
        responseStatus = set.text(0, 4)
        location = set.text(0, 5).map(Self.pairs) ?? []
        inserted = set.text(0, 6).flatMap { Int($0) }
    }

    /// The body as it is sent: PostgreSQL's own bytes, without a copy unless they are `bytea`.
    var bytes: any BodyBytes {
        guard let body else { return [UInt8]() }
        return bodyIsBinary ? Bytea.bytes(of: body) : body
    }

    private static func pairs(_ text: String) -> [(column: String, condition: String)] {
        guard let pairs = try? JSON(text: text).array else { return [] }
        return pairs.compactMap { pair in
            guard let parts = pair.array, parts.count == 2, let column = parts[0].string, let condition = parts[1].string else {
                return nil
            }
            return (column, condition)
        }
    }
}
