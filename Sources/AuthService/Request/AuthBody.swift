import JSONText

/// A request's body and the fields of the JSON object in it. Missing, null and empty are the same thing.
struct AuthBody: Sendable {
    let bytes: [UInt8]

    /// The object. An endpoint that needs one asks for it, whatever the content type says.
    func fields() throws(AuthError) -> Fields {
        do throws(JSONSyntaxError) {
            switch try JSON(parsing: bytes) {
            case .object(let object): return Fields(object: object)
            case .null: return Fields(object: JSONObject())
            case .bool, .number, .string, .array: throw JSONSyntaxError(offset: 0, reason: "expected an object")
            }
        } catch {
            throw .badJSON("\(error.reason) at byte \(error.offset)")
        }
    }

    struct Fields: Sendable {
        fileprivate let object: JSONObject

        func has(_ name: String) -> Bool {
            switch value(name) {
            case nil, .null: false
            case .bool, .number, .string, .array, .object: true
            }
        }

        /// "" when missing or null.
        func text(_ name: String) throws(AuthError) -> String {
            switch value(name) {
            case nil, .null: return ""
            case .string(let text):
                // PostgreSQL has no such character, and a text must not be cut on its way there.
                guard !text.utf8.contains(0) else { throw .badJSON("field \(name) contains U+0000") }
                return text
            case .bool, .number, .array, .object: throw .badJSON("expected a text for field \(name)")
            }
        }

        func bool(_ name: String, default standard: Bool = false) throws(AuthError) -> Bool {
            switch value(name) {
            case nil, .null: return standard
            case .bool(let value): return value
            case .number, .string, .array, .object: throw .badJSON("expected true or false for field \(name)")
            }
        }

        /// Nil when missing or null.
        func object(_ name: String) throws(AuthError) -> JSONObject? {
            switch value(name) {
            case nil, .null: return nil
            case .object(let object): return object
            case .bool, .number, .string, .array: throw .badJSON("expected an object for field \(name)")
            }
        }

        /// The exact name is preferred; letter case is ignored otherwise. Of repeated members the last counts.
        private func value(_ name: String) -> JSON? {
            if let exact = object.members.last(where: { $0.name.isSpelled(name) }) { return exact.value }
            return object.members.last { $0.name.lowercased() == name }?.value
        }
    }
}
