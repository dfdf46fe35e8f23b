import Foundation

/// Percent-encoding as our servers need it, which is stricter than what `URLComponents` does.
///
/// `URLComponents` leaves `+` and `;` alone in a query, but a server reads the first as a blank and the second as `&`. So everything
/// is encoded except the unreserved characters and a few that no server gives a meaning and that keep a query readable in a log.
enum PercentEncoding {
    /// Appends a key or value of a query.
    static func append(queryPart text: String, to bytes: inout [UInt8]) {
        append(text, keeping: queryPart, to: &bytes)
    }

    /// Appends a path; its slashes stay separators.
    static func append(path text: String, to bytes: inout [UInt8]) {
        append(text, keeping: path, to: &bytes)
    }

    private static func append(_ text: String, keeping kept: [Bool], to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if kept[Int(byte)] {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigits[Int(byte >> 4)])
                bytes.append(hexDigits[Int(byte & 15)])
            }
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
    private static let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    private static let queryPart = table(unreserved + "*(),:!")
    private static let path = table(unreserved + "/:@!$&'(),=")

    private static func table(_ characters: String) -> [Bool] {
        var table = [Bool](repeating: false, count: 256)
        for byte in characters.utf8 { table[Int(byte)] = true }
        return table
    }
}
