/// A media type with its parameters: `text/plain; charset=utf-8` (RFC 9110 §8.3.1).
///
///     MediaType("Multipart/Form-Data; boundary=\"a b\"")?.parameter("boundary")        // "a b"
package struct MediaType: Hashable, Sendable {
    /// In lower case, since type and subtype are compared without regard to case.
    package var type: String
    package var subtype: String
    package var parameters: [ParameterList.Parameter]

    package init(_ type: String, _ subtype: String, _ parameters: [ParameterList.Parameter] = []) {
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// nil when the text does not begin with a type and a subtype. A parameter that cannot be read ends the list.
    package init?(_ text: String) {
        let list = ParameterList(text)
        let parts = list.value.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isToken) }) else { return nil }
        self.init(String(parts[0]), String(parts[1]), list.parameters)
    }

    /// Type and subtype without parameters.
    package var essence: String { "\(type)/\(subtype)" }

    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name.equalsIgnoringCase(name) }?.value
    }
}

extension MediaType: CustomStringConvertible {
    package var description: String {
        parameters.reduce(into: essence) { text, parameter in
            let isToken = !parameter.value.isEmpty && parameter.value.utf8.allSatisfy(\.isToken)
            text += "; \(parameter.name)=" + (isToken ? parameter.value : Self.quoted(parameter.value))
        }
    }

    private static func quoted(_ value: String) -> String {
        value.reduce(into: "\"") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) } + "\""
    }
}

/// A value with parameters behind it, the shape of `Content-Type` and `Content-Disposition`.
///
///     ParameterList("form-data; name=\"a\"").value        // "form-data"
package struct ParameterList: Hashable, Sendable {
    package struct Parameter: Hashable, Sendable {
        /// In lower case.
        package var name: String
        /// Without the quotes and backslashes of a quoted string.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// What stands in front of the first semicolon, trimmed.
    package private(set) var value: String
    package private(set) var parameters: [Parameter] = []

    package init(_ text: String) {
        let bytes = Array(text.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        value = String(decoding: bytes[..<end].trimmed, as: UTF8.self)
        var rest = bytes[end...]
        while let parameter = Self.nextParameter(&rest) { parameters.append(parameter) }
    }

    package subscript(_ name: String) -> String? {
        parameters.first { $0.name.equalsIgnoringCase(name) }?.value
    }

    /// Reads `; name=value`. nil at the end, or where the text is no parameter.
    private static func nextParameter(_ rest: inout ArraySlice<UInt8>) -> Parameter? {
        rest = rest.drop { $0 == UInt8(ascii: ";") || $0.isBlank }
        let name = rest.prefix(while: \.isToken)
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
        rest = rest.dropFirst()
        let value = rest.first == UInt8(ascii: "\"") ? quotedString(&rest) : unquoted(&rest)
        return value.map { Parameter(String(decoding: name, as: UTF8.self), String(decoding: $0, as: UTF8.self)) }
    }

    private static func unquoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
        defer { rest = rest[end...] }
        return Array(rest[..<end].trimmed)
    }

    /// nil when the closing quote is missing.
    private static func quotedString(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return value
            case UInt8(ascii: "\\"): if let escaped = rest.popFirst() { value.append(escaped) }
            default: value.append(byte)
            }
        }
        return nil
    }
}
