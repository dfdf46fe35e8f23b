internal import CQREncode

/// A picture that a phone reads a text from.
enum QRCode {
    /// Pixels of a module's side, and modules of the white border, without which readers do not find the picture.
    private static let side = 3
    private static let border = 4

    /// An SVG document of its own, with much error correction; nil when the text is too long for any.
    static func svg(_ text: String) -> String? {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_H) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let modules = code.pointee.data else { return nil }
        var path = ""
        for row in 0..<width {
            for column in 0..<width where modules[row * width + column] & 1 == 1 {
                path += "M\((column + border) * side) \((row + border) * side)h\(side)v\(side)h-\(side)z"
            }
        }
        let size = (width + 2 * border) * side
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" viewBox="0 0 \(size) \(size)">
            <rect width="\(size)" height="\(size)" fill="white"/><path d="\(path)" fill="black"/>
            </svg>
            """
    }
}
