internal import HTTPServing

/// The pairs of a query string by what they mean, undecided whether they are right (rest.md 1.6). Pairs without `=` mean nothing.
struct ClassifiedParameters {
    typealias Parameter = (key: [UInt8], value: [UInt8])

    private(set) var select: [UInt8]?
    private(set) var columns: [UInt8]?
    private(set) var onConflict: [UInt8]?
    private(set) var orders: [Parameter] = []
    private(set) var logic: [Parameter] = []
    private(set) var ranges: [RangeParameter] = []
    private(set) var others: [Parameter] = []

    init(_ query: QueryPairs) {
        for pair in query.pairs {
            guard let value = pair.value else { continue }
            let last = pair.lastPart
            if pair.hasKey("select") {
                select = select ?? value
            } else if pair.hasKey("columns") {
                columns = columns ?? value
            } else if pair.hasKey("on_conflict") {
                onConflict = onConflict ?? value
            } else if last.isSpelled("order") {
                orders.append((pair.key, value))
            } else if last.isSpelled("limit") {
                updateRange(pair.key) { $0.setLimit(value) }
            } else if last.isSpelled("offset") {
                updateRange(Array(pair.key.dropLast("offset".utf8.count)) + Array("limit".utf8)) { $0.setOffset(value) }
            } else if last.isSpelled("and") || last.isSpelled("or") {
                logic.append((pair.key, value))
            } else {
                others.append((pair.key, value))
            }
        }
    }

    private mutating func updateRange(_ key: [UInt8], _ update: (inout RangeParameter) -> Void) {
        if let index = ranges.firstIndex(where: { $0.key == key }) {
            update(&ranges[index])
        } else {
            var range = RangeParameter(key: key)
            update(&range)
            ranges.append(range)
        }
    }

    /// What `limit` and `offset` of the root ask for.
    var rootRange: PageRange {
        ranges.first { $0.key.elementsEqual("limit".utf8) }?.range ?? .all
    }
}

/// `limit` and `offset` of one embed, or of the root; the last of each counts.
struct RangeParameter {
    /// The key of the `limit`, whichever was given.
    var key: [UInt8]
    private var limit: Given = .absent
    private var offset: Given = .absent

    private enum Given {
        case absent
        /// Given, but no whole number.
        case unreadable
        case number(Int128)

        init(_ text: [UInt8]) {
            self = WholeNumber(String(decoding: text, as: UTF8.self)).map { .number($0.clamped) } ?? .unreadable
        }

        /// Next to the other of the two, what is not a number counts as zero.
        var number: Int128 {
            if case .number(let value) = self { value } else { 0 }
        }
    }

    init(key: [UInt8]) {
        self.key = key
    }

    mutating func setLimit(_ text: [UInt8]) { limit = Given(text) }
    mutating func setOffset(_ text: [UInt8]) { offset = Given(text) }

    /// rest.md 3.8, step 1.
    var range: PageRange {
        switch (limit, offset) {
        case (.absent, .absent), (.unreadable, .absent), (.absent, .unreadable): .all
        case (.number(let limit), .absent): PageRange(upper: limit.subtractingClamped(1))
        case (.absent, .number(let offset)): PageRange(lower: offset)
        case (.unreadable, .unreadable), (.unreadable, .number), (.number, .unreadable), (.number, .number):
            PageRange(lower: offset.number, upper: offset.number.addingClamped(limit.number).subtractingClamped(1))
        }
    }
}

extension Int128 {
    fileprivate func addingClamped(_ other: Int128) -> Int128 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    fileprivate func subtractingClamped(_ other: Int128) -> Int128 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? .min : difference
    }
}
