import Foundation
import JSONText
import PostgresLink
import TestSupport

/// A bucket of a test's own, and requests to it as the storage clients send them.
struct TestBucket: Sendable {
    let shared: SharedServer
    let name: String

    init(isPublic: Bool = false, sizeLimit: Int? = nil, mimeTypes: [String]? = nil) async throws {
        shared = try await SharedServer.running()
        name = Unique.name("bucket-")
        let types = mimeTypes.map { "{\($0.joined(separator: ","))}" }
        _ = try await shared.value(
            """
            INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES (\(parameter: name), \
            \(parameter: name), \(parameter: isPublic ? "t" : "f")::bool, \(parameter: sizeLimit.map { "\($0)" })::bigint, \
            \(parameter: types)::text[])
            """)
    }

    /// As the service role, unless a token is given; "" sends none.
    func request(
        _ method: String, _ key: String, route: String = "object", headers: [(String, String)] = [], token: String? = nil, body: [UInt8]? = nil
    ) async throws -> PlainHTTP.Answer {
        let token = token ?? shared.server.keys.serviceRoleKey
        let authorization = token.isEmpty ? [] : [("Authorization", "Bearer \(token)")]
        return try await shared.bareRequest(method, "/storage/v1/\(route)/\(name)/\(key)", headers: headers + authorization, body: body)
    }

    @discardableResult
    func upload(
        _ key: String, _ content: String, type: String? = "text/plain", headers: [(String, String)] = [], token: String? = nil,
        method: String = "POST"
    ) async throws -> PlainHTTP.Answer {
        let type = type.map { [("Content-Type", $0)] } ?? []
        return try await request(method, key, headers: headers + type, token: token, body: Array(content.utf8))
    }

    /// The columns of an object's row as JSON; nil without a row.
    func row(_ key: String) async throws -> JSON? {
        let text = try await shared.value(
            "SELECT to_jsonb(o) FROM storage.objects o WHERE bucket_id = \(parameter: name) AND name = \(parameter: key)")
        return try text.map { try JSON(text: $0) }
    }

    /// A form as the clients send it: parts in this order.
    static func form(_ parts: [(disposition: String, type: String?, content: String)]) -> (type: String, body: [UInt8]) {
        var text = ""
        for part in parts {
            text += "--xyz\r\nContent-Disposition: form-data; \(part.disposition)\r\n"
            if let type = part.type { text += "Content-Type: \(type)\r\n" }
            text += "\r\n\(part.content)\r\n"
        }
        return ("multipart/form-data; boundary=xyz", Array((text + "--xyz--\r\n").utf8))
    }
}

extension PlainHTTP.Answer {
    /// The four members of a storage error, in order, in one line.
    var storageError: String {
        guard let body = try? JSON(parsing: body).object else { return "no JSON: \(text)" }
        return "\(status) " + body.members.map { "\($0.value.string ?? "?")" }.joined(separator: "|")
    }
}
