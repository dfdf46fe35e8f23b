internal import HTTPServing

extension RESTMediaType {
    /// Recognises a type as PostgREST does; what follows the last complete parameter is ignored (rest.md 8.2).
    ///
    ///     RESTMediaType("application/vnd.pgrst.object+json;nulls=stripped")      // .object(nullsStripped: true)
    package init(_ text: String) {
        switch text {
        case "application/json": self = .json
        case "*/*": self = .any
        default:
            var scanner = MediaTypeScanner(text)
            guard let name = scanner.name() else {
                self = .other(text)
                return
            }
            self = Self(name: name.lowercased(), &scanner) ?? .other(text)
        }
    }

    private init?(name: String, _ scanner: inout MediaTypeScanner) {
        switch name {
        case "application/json": self = .json
        case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object":
            self = .object(nullsStripped: scanner.parameters()["nulls"] == "stripped")
        case "application/vnd.pgrst.array+json", "application/vnd.pgrst.array":
            self = scanner.parameters()["nulls"] == "stripped" ? .arrayNullsStripped : .json
        case "application/vnd.pgrst.plan", "application/vnd.pgrst.plan+text":
            self = .plan(PlanRequest(.text, scanner.parameters()))
        case "application/vnd.pgrst.plan+json":
            self = .plan(PlanRequest(.json, scanner.parameters()))
        case "text/csv": self = .csv
        case "application/geo+json": self = .geoJSON
        case "application/openapi+json": self = .openAPI
        case "application/x-www-form-urlencoded": self = .urlEncoded
        case "text/plain": self = .textPlain
        case "text/xml": self = .textXML
        case "application/octet-stream": self = .octetStream
        case "*/*": self = .any
        default: return nil
        }
    }

    /// The type of the body; JSON if the client does not say.
    init(contentTypeOf headers: Headers) {
        guard let field = headers.first("Content-Type") else {
            self = .json
            return
        }
        self.init(String(latin1: field.value))
    }

    /// The types of the first `Accept` header, best first (rest.md 8.1).
    static func accepted(by headers: Headers) -> [RESTMediaType] {
        guard let field = headers.first("Accept") else { return [.any] }
        // What nearly all requests send.
        if field.value[...].isSpelled("application/json") { return [.json] }
        if field.value[...].isSpelled("*/*") { return [.any] }
        if !field.value.contains(UInt8(ascii: ",")) && !field.value.contains(UInt8(ascii: ";")) {
            return [RESTMediaType(String(latin1: field.value.filter { $0 != UInt8(ascii: " ") }))]
        }
        let entries = field.value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(AcceptEntry.init)
        return entries.enumerated().sorted { one, other in
            one.element.precedes(other.element) ?? (one.offset < other.offset)
        }.map { RESTMediaType($0.element.type) }
    }
}

extension RESTMediaType.PlanRequest {
    fileprivate init(_ format: Format, _ parameters: [String: String]) {
        let wanted = parameters["options"]?.split(separator: "|").map(String.init) ?? []
        self.init(
            format: format, type: parameters["for"].map { RESTMediaType($0) } ?? .json,
            options: Option.allCases.filter { wanted.contains($0.rawValue) })
    }
}

/// One entry of an `Accept` header.
private struct AcceptEntry {
    var type: String
    private var quality: Double
    private var specificity: Int

    init(_ bytes: ArraySlice<UInt8>) {
        let text = String(latin1: bytes.filter { $0 != UInt8(ascii: " ") })
        let parts = text.divided(at: ";q=")
        type = parts.before
        quality = parts.after.flatMap { Self.quality($0.prefix { $0 != ";" }) } ?? 1
        specificity = type.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ";") ? 1 : 0) - ($1 == UInt8(ascii: "*") ? 1 : 0) }
    }

    /// nil when they are equal.
    func precedes(_ other: AcceptEntry) -> Bool? {
        if quality != other.quality { return quality > other.quality }
        if specificity != other.specificity { return specificity > other.specificity }
        return nil
    }

    /// A number as Haskell reads it: `-1`, `0.5`, `1e-3`, also in parentheses, but not `.5`, `1.` or `+1`.
    private static func quality(_ text: Substring) -> Double? {
        var text = text
        for _ in 0..<RequestLimits.parentheses where text.first == "(" && text.last == ")" { text = text.dropFirst().dropLast() }
        let unsigned = text.first == "-" ? text.dropFirst() : text
        let exponent = unsigned.firstIndex { $0 == "e" || $0 == "E" } ?? unsigned.endIndex
        let pieces = unsigned[..<exponent].split(separator: ".", omittingEmptySubsequences: false)
        guard pieces.count <= 2, pieces.allSatisfy({ $0.isDigits }) else { return nil }
        if exponent < unsigned.endIndex {
            let power = unsigned[exponent...].dropFirst()
            guard (power.first == "-" || power.first == "+" ? power.dropFirst() : power).isDigits else { return nil }
        }
        return Double(text)
    }
}

extension Substring {
    fileprivate var isDigits: Bool { !isEmpty && utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } }
}

extension String {
    /// Each byte is a character: what header values are when nobody says otherwise.
    init(latin1 bytes: some Collection<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init()
            unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        }
    }

    /// The texts before and behind the first occurrence of a separator.
    fileprivate func divided(at separator: StaticString) -> (before: String, after: Substring?) {
        let wanted = separator.description
        var rest = self[...]
        while let index = rest.firstIndex(of: ";") {
            if rest[index...].hasPrefix(wanted) {
                return (String(self[..<index]), rest[index...].dropFirst(wanted.count))
            }
            rest = rest[index...].dropFirst()
        }
        return (self, nil)
    }
}
