extension JSON {
    /// The value of a number that is whole and fits 64 bits, however it is written (`1e3`, `5.0`); nil otherwise.
    package var wholeNumber: Int? {
        if case .number(let text) = self { CanonicalNumber.wholeNumber(of: text) } else { nil }
    }
}

/// The one spelling of a number in JSON of PostgREST's own making: a coefficient c times 10^e, as its Haskell library holds it.
enum CanonicalNumber {
    /// `text` is a JSON number.
    static func text(of text: String) -> String {
        guard let number = Decimal(text) else { return text }
        if 0...Limits.plainExponent ~= number.exponent {
            guard number.digits != "" else { return "0" }
            return number.sign + number.digits + String(repeating: "0", count: number.exponent)
        }
        guard number.digits != "" else { return "0.0" }
        return number.sign + number.fraction
    }

    static func wholeNumber(of text: String) -> Int? {
        guard let number = Decimal(text) else { return nil }
        if number.digits == "" { return 0 }
        if number.exponent < 0 {
            guard -number.exponent < number.digits.utf8.count, number.digits.suffix(-number.exponent).allSatisfy({ $0 == "0" }) else {
                return nil
            }
            return Int(number.sign + number.digits.dropLast(-number.exponent))
        }
        // 64 bits hold no more than 19 digits.
        guard number.exponent < 19 else { return nil }
        return Int(number.sign + number.digits + String(repeating: "0", count: number.exponent))
    }

    /// Digits without leading zeros, none for zero.
    private struct Decimal {
        var sign: String
        var digits: String
        var exponent: Int

        init?(_ text: String) {
            let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
            var coefficient = parts[0]
            sign = coefficient.first == "-" ? "-" : ""
            if sign != "" { coefficient.removeFirst() }
            let halves = coefficient.split(separator: ".", omittingEmptySubsequences: false)
            let decimals = halves.count > 1 ? halves[1] : ""
            digits = String((halves[0] + decimals).drop { $0 == "0" })
            exponent = 0
            if parts.count > 1 {
                guard parts[1].count <= Limits.exponentDigits, let written = Int(parts[1]) else { return nil }
                exponent = written
            }
            exponent -= decimals.count
        }

        var fraction: String {
            // 0.digits × 10^point
            let point = digits.count + exponent
            let significant = String(digits.reversed().drop { $0 == "0" }.reversed())
            if point == 0 { return "0." + significant }
            guard 1...7 ~= point else {
                let decimals = significant.dropFirst()
                return "\(significant.prefix(1)).\(decimals.isEmpty ? "0" : decimals)e\(point - 1)"
            }
            let padded = significant + String(repeating: "0", count: max(0, point - significant.count))
            let decimals = padded.dropFirst(point)
            return "\(padded.prefix(point)).\(decimals.isEmpty ? "0" : decimals)"
        }
    }
}
