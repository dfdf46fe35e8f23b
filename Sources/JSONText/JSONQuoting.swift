/// Strings as the server itself writes them in JSON (rest rules: `"`, `\` and control characters are escaped, nothing else).
package enum JSONQuoting {
    /// Appends the text as a JSON string.
    ///
    ///     appendQuoted("say \"hi\"\n", to: &bytes)      // "say \"hi\"\n"
    package static func appendQuoted(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { appendQuoted(UnsafeRawBufferPointer($0), to: &output) }
    }

    /// The same for UTF-8 that the caller vouches for.
    package static func appendQuoted(_ utf8: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var copied = 0
        for position in utf8.indices {
            let byte = utf8[position]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[copied..<position]))
            appendEscape(of: byte, to: &output)
            copied = position + 1
        }
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[copied...]))
        output.append(UInt8(ascii: "\""))
    }

    package static func appendQuoted(_ utf8: [UInt8], to output: inout [UInt8]) {
        utf8.withUnsafeBytes { appendQuoted($0, to: &output) }
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0..<0x20:
            output.append(contentsOf: "u00".utf8)
            output.append(UInt8(ascii: "0") + (byte >> 4))
            let low = byte & 0x0F
            output.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        default: output.append(byte)
        }
    }
}
