package import HTTPServing
internal import JSONText

/// What SQL can read of the request's head: the settings `request.headers` and `request.cookies` (rest.md 9.6).
package struct RequestContext: Sendable, Hashable {
    /// An object of all header fields but `Cookie`: names in lower case and sorted, of equal ones the last value.
    package var headers: [UInt8]
    /// An object of the cookies in the first `Cookie` header.
    package var cookies: [UInt8]

    package init(headers: [UInt8], cookies: [UInt8]) {
        self.headers = headers
        self.cookies = cookies
    }

    package init(_ request: Request) throws(RESTError) {
        headers = try Self.headers(request.headers)
        cookies = try Self.cookies(request.headers)
    }

    private static func headers(_ headers: Headers) throws(RESTError) -> [UInt8] {
        var members = SortedMembers()
        for field in headers.fields where !field.name.equalsIgnoringCase("Cookie") {
            guard field.value.isUTF8 else { throw .headerNotUTF8(field.name) }
            members.set(field.name.lowercased(), field.value)
        }
        return members.json
    }

    private static func cookies(_ headers: Headers) throws(RESTError) -> [UInt8] {
        guard let field = headers.first("Cookie") else { return Array("{}".utf8) }
        guard field.value.isUTF8 else { throw .headerNotUTF8("Cookie") }
        var members = SortedMembers()
        for piece in field.value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            let piece = piece.drop { $0 == UInt8(ascii: " ") }
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            members.set(String(decoding: name, as: UTF8.self), Array(unquoted(piece[name.endIndex...].dropFirst())))
        }
        return members.json
    }

    private static func unquoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let quote = UInt8(ascii: "\"")
        guard value.count >= 2, value.first == quote, value.last == quote else { return value }
        return value.dropFirst().dropLast()
    }
}

/// Members of an object while they are collected. Requests have few: sorting by insertion beats a dictionary.
private struct SortedMembers {
    private var members: [(name: String, value: [UInt8])] = []
    private var length = 2

    mutating func set(_ name: String, _ value: [UInt8]) {
        var index = members.count
        while index > 0, !members[index - 1].name.precedes(name) {
            index -= 1
            if members[index].name.isSpelled(name) {
                members[index].value = value
                return
            }
        }
        members.insert((name, value), at: index)
        length += name.utf8.count + value.count + 6
    }

    var json: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(length)
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONQuoting.appendQuoted(member.name, to: &output)
            output.append(UInt8(ascii: ":"))
            JSONQuoting.appendQuoted(member.value, to: &output)
        }
        output.append(UInt8(ascii: "}"))
        return output
    }
}
