/// Header fields in the order received or to be sent, spelled as given and compared without regard to case.
///
/// Names and values are kept as bytes: a value that is not UTF-8 must be noticed by who needs text, not lost here.
/// All of them live in one buffer (for a request: its head as received), so that a message with thirty fields costs two
/// allocations, not sixty. An array of `Field` was tried first and was a third of the cost of a small request.
package struct Headers: Sendable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: [UInt8]

        /// The value as text; nil when its bytes are not UTF-8.
        package var text: String? { String(validating: value, as: UTF8.self) }
    }

    /// Where a field's name and value stand in `storage`.
    struct Span: Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    private(set) var storage: [UInt8] = []
    private(set) var spans: [Span] = []

    package init() {}

    package init(_ pairs: [(String, String)]) {
        for (name, value) in pairs { append(name, value) }
    }

    /// The fields of a head that has been parsed: `spans` point into `storage`.
    init(storage: [UInt8], spans: [Span]) {
        self.storage = storage
        self.spans = spans
    }

    package var isEmpty: Bool { spans.isEmpty }

    package var count: Int { spans.count }

    package var fields: [Field] { spans.map(field) }

    /// The first field of that name as text, invalid UTF-8 replaced; nil when absent.
    package subscript(_ name: String) -> String? {
        firstSpan(name).map { String(decoding: storage[$0.value], as: UTF8.self) }
    }

    package func first(_ name: String) -> Field? {
        firstSpan(name).map(field)
    }

    package func all(_ name: String) -> [Field] {
        spans.filter { matches($0, name) }.map(field)
    }

    package func contains(_ name: String) -> Bool {
        firstSpan(name) != nil
    }

    package mutating func append(_ name: String, _ value: String) {
        append(name.utf8, value.utf8)
    }

    package mutating func append(_ name: String, bytes: [UInt8]) {
        append(name.utf8, bytes)
    }

    /// Appends all fields of `others`, in their order.
    package mutating func append(contentsOf others: Headers) {
        for span in others.spans { append(others.storage[span.name], others.storage[span.value]) }
    }

    package mutating func remove(_ name: String) {
        // The bytes stay in `storage`; only what points at them goes.
        if contains(name) { spans = spans.filter { !matches($0, name) } }
    }

    /// Replaces all fields of that name by one.
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }

    private mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        if spans.isEmpty {
            storage.reserveCapacity(256)
            spans.reserveCapacity(8)
        }
        let start = storage.count
        storage.append(contentsOf: name)
        let middle = storage.count
        storage.append(contentsOf: value)
        spans.append(Span(name: start..<middle, value: middle..<storage.count))
    }

    private func field(_ span: Span) -> Field {
        Field(name: String(decoding: storage[span.name], as: UTF8.self), value: Array(storage[span.value]))
    }

    func firstSpan(_ name: String) -> Span? {
        spans.first { matches($0, name) }
    }

    func matches(_ span: Span, _ name: String) -> Bool {
        guard span.name.count == name.utf8.count else { return false }
        var index = span.name.lowerBound
        for byte in name.utf8 {
            guard storage[index].asciiLowercased == byte.asciiLowercased else { return false }
            index += 1
        }
        return true
    }
}

extension Collection where Element == UInt8 {
    /// Equality with ASCII letters compared without regard to case.
    func equalsIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // Not `zip`: its iterators show in the profile of a request.
        var index = startIndex
        for byte in other {
            guard self[index].asciiLowercased == byte.asciiLowercased else { return false }
            formIndex(after: &index)
        }
        return true
    }
}

extension String {
    /// Equality with ASCII letters compared without regard to case, as field names are (RFC 9110 §5.1).
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.equalsIgnoringCase(other.utf8)
    }
}

extension UInt8 {
    package var asciiLowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }
}
