/// `Content-Range` and what it says about the status (rest.md 3.10).
struct ContentRange {
    var lower: Int128
    var count: Int
    var total: Int?

    var text: String {
        // The page's first row may have any number of 128 bits; one with rows beyond that does not exist.
        let (upper, overflow) = lower.addingReportingOverflow(Int128(count) - 1)
        let rows = total == 0 || overflow || lower > upper ? "*" : "\(lower)-\(upper)"
        return "\(rows)/\(total.map(String.init) ?? "*")"
    }

    /// 206 when the page is not all there is, 416 when it lies beyond the end.
    var status: Int {
        guard let total else { return 200 }
        if lower > Int128(total) { return 416 }
        return count < total ? 206 : 200
    }
}
