/// A JSON value as it was written: numbers keep their digits, objects their order and their repeated members.
///
/// PostgREST-compatible answers depend on all three, which is why Foundation's decoder is not used.
package indirect enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The number's text exactly as written (RFC 8259 §6).
    case number(String)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

/// The members of an object in the order written. Of a repeated name the first counts when looked up.
package struct JSONObject: Sendable, Hashable {
    package var members: [Member]

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    package init(_ members: [Member] = []) {
        self.members = members
    }

    package subscript(_ name: String) -> JSON? {
        members.first { $0.name.isSpelled(name) }?.value
    }

    /// Replaces the first member of that name, or appends one.
    package mutating func set(_ name: String, _ value: JSON) {
        if let index = members.firstIndex(where: { $0.name.isSpelled(name) }) {
            members[index].value = value
        } else {
            members.append(Member(name, value))
        }
    }
}

extension String {
    /// Equal code points; `==` takes é and e + ´ for equal, which are two names in JSON and in PostgreSQL.
    package func isSpelled(_ other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements.map { Member($0.0, $0.1) })
    }
}

extension JSON {
    package subscript(_ name: String) -> JSON? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of a number written as a whole number within 64 bits; nil otherwise.
    package var int: Int? {
        if case .number(let text) = self { Int(text) } else { nil }
    }

    package var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}
