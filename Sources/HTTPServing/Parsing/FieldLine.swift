/// One line `name: value` of a head or of trailers, checked against RFC 9112 §5.
enum FieldLine {
    /// Finds name and value in a line that has lost its CRLF.
    ///
    /// White space before the value is not part of it; that after it is kept, as PostgREST does (it shows in what
    /// SQL sees of the headers). Who interprets a value trims it.
    static func parse(_ bytes: [UInt8], _ line: Range<Int>) throws(ProtocolError) -> Headers.Span {
        var colon = line.lowerBound
        while colon < line.upperBound, bytes[colon].isToken { colon += 1 }
        guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == UInt8(ascii: ":") else {
            // A name that is none covers the obsolete folding of lines and white space before the colon (§5.1, §5.2).
            throw .malformed("field name")
        }
        var value = colon + 1
        while value < line.upperBound, bytes[value].isBlank { value += 1 }
        for index in value..<line.upperBound where !bytes[index].isFieldContent { throw .malformed("field value") }
        return Headers.Span(name: line.lowerBound..<colon, value: value..<line.upperBound)
    }
}

extension UInt8 {
    /// Whether the byte may stand in a token (RFC 9110 §5.6.2). Two words of bits: a lookup table costs a lazy global.
    var isToken: Bool {
        let low: UInt64 = 0x03FF_6CFA_0000_0000  // !#$%&'*+-. and digits
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE  // letters ^_`|~
        return self < 64 ? low >> UInt64(self) & 1 == 1 : self < 128 && high >> UInt64(self - 64) & 1 == 1
    }

    /// Blank or tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte may stand in a field value: no control character but tab (RFC 9110 §5.5).
    var isFieldContent: Bool { self >= 0x20 ? self != 0x7F : self == 0x09 }
}

extension ArraySlice<UInt8> {
    /// Without blanks and tabs at both ends.
    var trimmed: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else { return [] }
        return self[first...last]
    }

    /// The elements of a comma-separated list, trimmed, empty ones left out (RFC 9110 §5.6.1).
    var listElements: [ArraySlice<UInt8>] {
        split(separator: UInt8(ascii: ",")).map(\.trimmed).filter { !$0.isEmpty }
    }
}
