import HTTPServing

/// `Content-Disposition` as the query parameter `download` asks for it (storage.md 12.2).
struct Disposition: Hashable {
    var text: String

    /// nil without the parameter.
    init?(query: String?) {
        guard let pair = QueryPairs(query).pairs.first(where: { $0.keyText == "download" }) else { return nil }
        guard let name = pair.valueText, !name.isEmpty else {
            text = "attachment;"
            return
        }
        let encoded = PercentEncoding.encode(name.utf8) { PercentEncoding.isUnreserved($0) || "!*'()".utf8.contains($0) }
        text = "attachment; filename=\(encoded); filename*=UTF-8''\(encoded)"
    }
}
