internal import PostgresLink

/// The bytes behind the text of a `bytea`. A role or a function may have set `bytea_output`, so both of its forms are read.
enum Bytea {
    static func bytes(of value: ResultSet.Value) -> [UInt8] {
        value.withUnsafeBytes { bytes(of: $0) }
    }

    ///     \x4142      // AB
    ///     A\\\000     // A, a backslash, a zero
    static func bytes(of text: some RandomAccessCollection<UInt8>) -> [UInt8] {
        text.starts(with: [backslash, UInt8(ascii: "x")]) ? unhexed(text.dropFirst(2)) : unescaped(text)
    }

    private static let backslash = UInt8(ascii: "\\")

    private static func unhexed(_ digits: some RandomAccessCollection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            // PostgreSQL writes the letters in lower case.
            let value = digit >= UInt8(ascii: "a") ? digit &- UInt8(ascii: "a") &+ 10 : digit &- UInt8(ascii: "0")
            if let upper = high {
                bytes.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func unescaped(_ text: some RandomAccessCollection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == backslash else {
                bytes.append(byte)
                continue
            }
            if rest.first == backslash {
                rest.removeFirst()
                bytes.append(backslash)
            } else {
                bytes.append(rest.prefix(3).reduce(0) { $0 << 3 | ($1 & 7) })
                rest = rest.dropFirst(3)
            }
        }
        return bytes
    }
}
