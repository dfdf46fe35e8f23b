/// Header fields in the order received or to be sent, spelled as given and compared without regard to case.
///
/// Names and values are kept as bytes: a value that is not UTF-8 must be noticed by who needs text, not lost here.
package struct Headers: Sendable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: [UInt8]

        /// The value as text; nil when its bytes are not UTF-8.
        package var text: String? { String(validating: value, as: UTF8.self) }
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package init(_ pairs: [(String, String)]) {
        fields = pairs.map { Field(name: $0.0, value: Array($0.1.utf8)) }
    }

    /// The first field of that name as text, invalid UTF-8 replaced; nil when absent.
    package subscript(_ name: String) -> String? {
        first(name).map { String(decoding: $0.value, as: UTF8.self) }
    }

    package func first(_ name: String) -> Field? {
        fields.first { $0.name.equalsIgnoringCase(name) }
    }

    package func all(_ name: String) -> [Field] {
        fields.filter { $0.name.equalsIgnoringCase(name) }
    }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: Array(value.utf8)))
    }

    package mutating func append(_ name: String, bytes: [UInt8]) {
        fields.append(Field(name: name, value: bytes))
    }

    package mutating func remove(_ name: String) {
        fields.removeAll { $0.name.equalsIgnoringCase(name) }
    }

    /// Replaces all fields of that name by one.
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }
}

extension String {
    /// Equality with ASCII letters compared without regard to case, as field names are (RFC 9110 §5.1).
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    package var asciiLowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }
}
