extension JSON {
    /// Reads one JSON value (RFC 8259) with white space around it and nothing else.
    ///
    /// Refused are also a byte order mark, bytes that are not UTF-8, raw control characters, half a surrogate pair, and nesting
    /// deeper than `Limits.depth`. `\u0000` and numbers of any size are values.
    package init(parsing bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
        var scanner = JSONScanner(bytes)
        self = try scanner.value()
        try scanner.expectEnd()
    }

    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        // withUnsafeBytes does not pass typed errors on.
        let result: Result<JSON, JSONSyntaxError> = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in try JSON(parsing: bytes) }
        }
        self = try result.get()
    }

    package init(parsing bytes: some Collection<UInt8>) throws(JSONSyntaxError) {
        try self.init(parsing: Array(bytes))
    }

    package init(text: String) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8))
    }
}

/// An array or object whose end has not been read yet.
private struct OpenContainer {
    var elements: [JSON] = []
    var members: [JSONObject.Member] = []
    /// The name of the member whose value is being read; nil in an array.
    var name: String?

    mutating func append(_ value: JSON) {
        if let name {
            members.append(JSONObject.Member(name, value))
        } else {
            elements.append(value)
        }
    }
}

extension JSONScanner {
    fileprivate mutating func value() throws(JSONSyntaxError) -> JSON {
        var open: [OpenContainer] = []
        while true {
            guard var value = try beginValue(&open) else { continue }
            // A value is complete, and so may be the containers that it ends.
            while true {
                guard !open.isEmpty else { return value }
                open[open.count - 1].append(value)
                skipSpace()
                let isObject = open[open.count - 1].name != nil
                if take(UInt8(ascii: ",")) {
                    if isObject { open[open.count - 1].name = text(try memberName()) }
                    break
                }
                try expect(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), "a comma or the end")
                let closed = open.removeLast()
                value = isObject ? .object(JSONObject(closed.members)) : .array(closed.elements)
            }
        }
    }

    /// A scalar or an empty container; nil when a container has begun and its first value follows.
    private mutating func beginValue(_ open: inout [OpenContainer]) throws(JSONSyntaxError) -> JSON? {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"):
            advance()
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(JSONObject()) }
            guard open.count < Limits.depth else { throw failure("nested too deeply") }
            open.append(OpenContainer(name: text(try memberName())))
            return nil
        case UInt8(ascii: "["):
            advance()
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array([]) }
            guard open.count < Limits.depth else { throw failure("nested too deeply") }
            open.append(OpenContainer())
            return nil
        case UInt8(ascii: "\""):
            return .string(text(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(String(decoding: slice(try number()), as: UTF8.self))
        default:
            return switch try literal() {
            case .null: .null
            case .true: .bool(true)
            case .false: .bool(false)
            }
        }
    }
}
