internal import HTTPServing

extension PageRange {
    /// The root's rows: what the query string asks for within what the `Range` header asks for (rest.md 3.8).
    init(requested: PageRange, by request: Request) throws(RESTError) {
        let isPut = request.method == .put
        if requested.upper == -1 {
            if isPut { throw .rangeNotAllowedForPut }
            self.init(lower: 0, upper: -1)
            return
        }
        let header = request.method == .get ? try PageRange(headerOf: request) : .all
        if let upper = header.upper, header.lower > upper { throw .lowerBoundaryAboveUpper }
        let range = requested.intersection(header)
        if let upper = range.upper, range.lower > upper { throw .negativeLimit }
        if isPut && !range.isAll { throw .rangeNotAllowedForPut }
        self = range
    }

    private func intersection(_ other: PageRange) -> PageRange {
        let upper: Int128? =
            switch (self.upper, other.upper) {
            case (nil, let end), (let end, nil): end
            case (let one?, let another?): min(one, another)
            }
        return PageRange(lower: max(lower, other.lower), upper: upper)
    }

    /// `Range: 0-9` or `0-`. Anything else, such as `items=0-9`, is no range at all.
    private init(headerOf request: Request) throws(RESTError) {
        self = .all
        guard let field = request.headers.first("Range") else { return }
        guard field.value.isUTF8 else { throw .headerNotUTF8("Range") }
        let ends = field.value.split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, !ends[0].isEmpty, let first = ends[0].decimal, let last = ends[1].decimal else { return }
        lower = first
        upper = ends[1].isEmpty ? nil : last
    }
}

extension ArraySlice<UInt8> {
    /// The value of digits, 0 for none; nil for anything else.
    fileprivate var decimal: Int128? {
        var value: Int128 = 0
        for byte in self {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int128(byte &- UInt8(ascii: "0")))
            value = overflow || carry ? .max : sum
        }
        return value
    }
}
