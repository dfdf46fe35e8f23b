import HTTPServing
import JSONText
import Tokens

/// A message as it would travel (RFC 5322, MIME): for tools that want its source.
struct RawMail {
    let headers: [(name: String, value: String)]
    private let body: String

    /// - Parameter record: a row of the inbox.
    init(_ record: JSON) {
        func field(_ name: String) -> String { record[name]?.string ?? "" }
        let sender =
            field("sender_name").isEmpty ? field("sender_address") : "\(Self.word(field("sender_name"))) <\(field("sender_address"))>"
        var headers = [
            (name: "Date", value: HTTPDate(secondsSince1970: record["seconds"]?.int ?? 0).description.replacing("GMT", with: "+0000")),
            (name: "From", value: sender), (name: "To", value: field("recipient")), (name: "Subject", value: Self.word(field("subject"))),
            (name: "Message-Id", value: "<\(field("id"))@mock-postgrest>"), (name: "MIME-Version", value: "1.0"),
        ]
        let text = Self.part("text/plain", field("text"))
        if field("html").isEmpty {
            headers += text.headers
            body = text.body
        } else {
            let boundary = "part-\(field("id"))"
            headers.append((name: "Content-Type", value: "multipart/alternative; boundary=\"\(boundary)\""))
            let parts = [text, Self.part("text/html", field("html"))].map { part in
                "--\(boundary)\r\n" + part.headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n\(part.body)"
            }
            body = parts.joined() + "--\(boundary)--\r\n"
        }
        self.headers = headers
    }

    var text: String {
        headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n" + body
    }

    private static func part(_ type: String, _ text: String) -> (headers: [(name: String, value: String)], body: String) {
        let encoded = Base64.encode(Array(text.utf8))
        var lines = ""
        var rest = encoded[...]
        while !rest.isEmpty {
            lines += rest.prefix(76) + "\r\n"
            rest = rest.dropFirst(76)
        }
        return ([("Content-Type", "\(type); charset=utf-8"), ("Content-Transfer-Encoding", "base64")], lines)
    }

    /// RFC 2047: what is not plain is encoded, a line's end above all, which would begin another header.
    private static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { 0x20...0x7E ~= $0 } && !text.contains("=?") && !text.contains("<") && text.utf8.count < 900
        return isPlain ? text : "=?utf-8?B?\(Base64.encode(Array(text.utf8)))?="
    }
}
