/// A whole number of any size, as `limit`, `offset` and `max-affected` are written (rest.md 1.13): decimal, `0x` or `0o`, with white
/// space and parentheses around it and a minus sign in front.
///
///     WholeNumber("(-0x1F)")?.clamped      // -31
struct WholeNumber: Hashable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var radix: UInt64 = 10

    init?(_ text: String) {
        var rest = Substring(text).unicodeScalars
        var depth = 0
        rest.skipSpace()
        while rest.first == "(" {
            rest.removeFirst()
            rest.skipSpace()
            depth += 1
            if depth > RequestLimits.parentheses { return nil }
        }
        if rest.first == "-" {
            rest.removeFirst()
            rest.skipSpace()
            isNegative = true
        }
        if rest.first == "0", let letter = rest.dropFirst().first, "xXoO".unicodeScalars.contains(letter) {
            radix = letter == "x" || letter == "X" ? 16 : 8
            rest.removeFirst(2)
        }
        while let scalar = rest.first, let digit = scalar.hexadecimalValue, digit < radix {
            digits.append(digit)
            rest.removeFirst()
        }
        guard !digits.isEmpty else { return nil }
        rest.skipSpace()
        while depth > 0, rest.first == ")" {
            rest.removeFirst()
            rest.skipSpace()
            depth -= 1
        }
        guard depth == 0, rest.isEmpty else { return nil }
    }

    /// The value, or the nearest one of 128 bits.
    var clamped: Int128 {
        var value: Int128 = 0
        for digit in digits {
            let (product, overflow) = value.multipliedReportingOverflow(by: Int128(radix))
            let (sum, carry) = product.addingReportingOverflow(Int128(digit))
            if overflow || carry { return isNegative ? .min : .max }
            value = sum
        }
        return isNegative ? -value : value
    }

    /// The lowest 64 bits of the value.
    var wrapped: Int {
        let magnitude = digits.reduce(UInt64(0)) { $0 &* radix &+ UInt64($1) }
        return Int(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    }
}

extension Unicode.Scalar {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case "0"..."9": UInt8(value - 0x30)
        case "a"..."f": UInt8(value - 0x61 + 10)
        case "A"..."F": UInt8(value - 0x41 + 10)
        default: nil
        }
    }
}

extension Substring.UnicodeScalarView {
    fileprivate mutating func skipSpace() {
        while let scalar = first, scalar.isSpace { removeFirst() }
    }
}
