import Foundation

/// A form with text parameters and one file, as an upload sends it (RFC 7578).
public struct MultipartFormData: Sendable, Hashable {
    /// The line between the parts. It must not occur in the content; the default is random.
    public var boundary: String
    /// Text fields, sent before the file and sorted by name.
    public var parameters: [String: String]
    /// The name that the file part carries.
    public var fileName: String
    /// The file's media type.
    public var mimeType: String
    /// The file's bytes.
    public var contentData: Data

    /// - Parameter boundary: Leave it out unless the bytes of the form have to be known beforehand.
    public init(
        boundary: String = "snm-\(UUID().uuidString)",
        parameters: [String: String] = [:],
        fileName: String,
        mimeType: String,
        contentData: Data
    ) {
        self.boundary = boundary
        self.parameters = parameters
        self.fileName = fileName
        self.mimeType = mimeType
        self.contentData = contentData
    }

    /// The request's `Content-Type`.
    public var contentType: String {
        // Quotes only where they are needed (RFC 2045 §5.1): not every server's parser knows them.
        let needsQuotes = boundary.utf8.contains { "()<>@,;:/?=".utf8.contains($0) }
        return needsQuotes ? "multipart/form-data; boundary=\"\(boundary)\"" : "multipart/form-data; boundary=\(boundary)"
    }

    /// The bytes of the form. The file part is called `file`.
    public var body: Data {
        var body = Data()
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            body.append(text: "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\"\r\n\r\n\(value)\r\n")
        }
        body.append(text: "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(Self.escaped(fileName))\"\r\n")
        body.append(text: "Content-Type: \(mimeType)\r\n\r\n")
        body.append(contentData)
        body.append(text: "\r\n--\(boundary)--\r\n")
        return body
    }

    func validate() throws(SNMNetworkError) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(Self.isBoundaryByte) else {
            throw .invalidRequest(reason: "a form's boundary is 1 to 70 letters, digits or '()+_,-./:=? (RFC 2046)")
        }
        guard HeaderField.isValue(mimeType) else {
            throw .invalidRequest(reason: "the file's media type holds a line break or another control character")
        }
        let line = Data("--\(boundary)".utf8)
        let texts = parameters.keys.map { $0 } + parameters.values.map { $0 }
        guard contentData.range(of: line) == nil, !texts.contains(where: { $0.contains("--\(boundary)") }) else {
            throw .invalidRequest(reason: "the form's boundary occurs in its content")
        }
    }

    /// Quotes and line breaks as browsers escape them, so that a name cannot end its quotes or the header field.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "'()+_,-./:=?".utf8.contains(byte)
        }
    }
}

extension Data {
    fileprivate mutating func append(text: String) { append(contentsOf: text.utf8) }
}
