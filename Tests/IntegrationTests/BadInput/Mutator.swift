import AuthService
import Foundation
import JSONText
import Tokens

/// Makes wrong requests from right ones.
///
/// None of them can change data: they come as nobody, as `anon`, whom the sample's policies let write nothing, or with tokens
/// that are no good.
struct Mutator {
    private var random: Randomness
    private let samples: [Sample]

    struct Sample {
        var method: String
        var target: String
        var headers: [(String, String)]
        var body: String?
    }

    init(seed: UInt64, key: String) {
        random = Randomness(seed: seed)
        samples = Self.samples(key: key)
    }

    /// A request whose frame is right, so that the connection goes on, and whose content is not.
    mutating func wellFramed() -> [UInt8] {
        var sample = pick(samples)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: sample.method = pick(Self.methods)
            case 1...4: sample.target = mutateTarget(sample.target)
            case 5, 6: sample.headers = mutateHeaders(sample.headers)
            case 7: sample.headers.append(("Authorization", "Bearer " + badToken()))
            default: sample.body = mutateText(sample.body ?? "{}")
            }
        }
        return bytes(sample)
    }

    /// A request with bytes changed, lost, doubled or added anywhere.
    mutating func broken() -> [UInt8] {
        var bytes = bytes(pick(samples))
        for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            case 3: bytes.insert(contentsOf: pick(Self.poisons).utf8, at: index)
            case 4: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &random)))
            default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 30)], at: index)
            }
        }
        return bytes
    }
}

// MARK: - Mutations

extension Mutator {
    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private func bytes(_ sample: Sample) -> [UInt8] {
        var text = "\(sample.method) \(sample.target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in sample.headers { text += "\(name): \(value)\r\n" }
        if let body = sample.body { text += "Content-Length: \(body.utf8.count)\r\n" }
        return Array((text + "\r\n").utf8) + Array((sample.body ?? "").utf8)
    }

    /// Some characters replaced, lost or added; the result is no longer than a line should be.
    private mutating func mutateText(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0...scalars.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: scalars.insert(contentsOf: pick(Self.poisons).unicodeScalars, at: index)
            case 1 where index < scalars.count: scalars.remove(at: index)
            case 2 where index < scalars.count: scalars.removeSubrange(index..<min(scalars.count, index + 10))
            case 3 where index < scalars.count: scalars.insert(contentsOf: scalars[index..<min(scalars.count, index + 12)], at: index)
            default: scalars.insert(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random)), at: index)
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Stays one word of visible characters.
    private mutating func mutateTarget(_ target: String) -> String {
        let keeps = Int.random(in: 0..<3, using: &random) > 0
        let mark = keeps ? target.firstIndex(of: "?") ?? target.endIndex : target.startIndex
        let text = String(target[..<mark]) + (mark == target.endIndex ? "?" : "") + mutateText(String(target[mark...]))
        var escaped = ""
        for byte in text.utf8 {
            if byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#") {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped.hasPrefix("/") ? escaped : "/" + escaped
    }

    private mutating func mutateHeaders(_ headers: [(String, String)]) -> [(String, String)] {
        var headers = headers
        let index = Int.random(in: 0...headers.count, using: &random)
        if index < headers.count, Bool.random(using: &random) {
            headers[index].1 = mutateText(headers[index].1).replacing("\r", with: "").replacing("\n", with: "").replacing("\0", with: "")
        } else {
            headers.append((pick(Self.names), pick(Self.values)))
        }
        return headers
    }

    /// Expired, unsigned, cut off, signed by others, or with claims that no claims should be.
    private mutating func badToken() -> String {
        let claims: JSON = pick([
            ["role": "service_role", "exp": 1], ["role": "authenticated", "sub": "x", "exp": "soon"], ["role": 5], [1, 2], "text", nil,
            ["role": "postgres", "exp": 1983812996], ["role": "service_role", "nbf": 99999999999], ["exp": .number("1e30")],
        ])
        let key = pick([JWK.localDemo, JWK(secret: Array("another secret, which is long enough too".utf8))])
        // Not one of them is both signed by the project and still good.
        let isOurs = key.keyID != nil
        let signed = JWT.signed(isOurs ? ["role": "anon", "exp": 1, "x": claims] : claims, by: key) ?? ""
        return Int.random(in: 0..<3, using: &random) == 0 ? mutateText(signed).filter { !$0.isNewline && $0 != "\0" } : signed
    }
}

// MARK: - Material

extension Mutator {
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "LINK", "get", "QUERY"]

    private static let poisons = [
        "\0", "\r\n", "\n\n", "%00", "%", "%zz", "%ff%fe", "..", "../../", "\"", "'", "\\", "\\u0000", "(", ")", "{", "}", "[", "]", ",",
        ";--", "::", "->", "->>", "*", "**", "&", "=", "?", "!inner", "not.", "eq.", "in.(", "or=(", "and(", "select=", "order=", "limit=",
        "limit=-1", "offset=99999999999999999999", "9223372036854775808", "-0", "1e400", "NaN", "null", "true", "초코", "🐶", "\u{FEFF}",
        "\u{202E}", "e\u{301}", "now()", "$1", "%24%7B", "pg_sleep(0)", "count()", "...", "…", "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n", String(repeating: "(", count: 300), String(repeating: "[", count: 3000),
        String(repeating: "a", count: 5000), String(repeating: "and(", count: 100), String(repeating: "x->", count: 200),
    ]

    private static let names = [
        "Accept", "Prefer", "Range", "Range-Unit", "Content-Type", "Accept-Profile", "Content-Profile", "If-None-Match", "If-Modified-Since",
        "x-upsert", "x-metadata", "x-robots-tag", "Cache-Control", "Origin", "Access-Control-Request-Method", "apikey", "X-Forwarded-Host",
        "X-Forwarded-For", "X-Supabase-Api-Version", "Expect", "Cookie", "Content-Encoding", "Connection", "Upgrade", "TE", "x-jwt-aud",
    ]

    private static let values = [
        "", " ", "*/*", "text/csv", "application/vnd.pgrst.object+json", "application/vnd.pgrst.plan+json", "text/html;q=2", "a/b;c=\"",
        "return=representation", "count=exact", "count=planned, count=estimated", "tx=rollback", "handling=strict, nonsense=1",
        "max-affected=x", "timezone=Nowhere/Land", "missing=default", "resolution=merge-duplicates", "0-9", "5-2", "bytes=0-", "bytes=-1",
        "99999999999999999999-", "-", "multipart/form-data; boundary=", "multipart/form-data; boundary=x", "application/json; charset=x",
        "application/x-www-form-urlencoded", "nowhere", "public", "graphql_public", "true", "eyJhIjoxfQ==", "!!!", "\"x\"", "W/\"x\"",
        "Mon, 01 Jan 2024 00:00:00 GMT", "Mon, 99 Jan 99999 99:99:99 GMT", "null", "http://localhost", "sb_secret_x", "a.b.c", "초코",
        "2024-01-01", "9999-99-99", "gzip", "upgrade", "websocket", String(repeating: "v", count: 9000),
    ]

    private static func samples(key: String) -> [Sample] {
        let keyed = [("apikey", key)]
        let json = keyed + [("Content-Type", "application/json")]
        let user = "00000000-0000-4000-8000-000000000001"
        func sample(_ method: String, _ target: String, _ headers: [(String, String)], _ body: String? = nil) -> Sample {
            Sample(method: method, target: target, headers: headers, body: body)
        }
        let form = "--x\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n60\r\n--x\r\nContent-Disposition: form-data; name=\"\"; "
            + "filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\ncontent\r\n--x--\r\n"
        return [
            sample("GET", "/rest/v1/user_info?select=id,nickname,dogs:dog_profile(name,age)&nickname=ilike.*a*&order=created_at.desc.nullslast&limit=5", keyed),
            sample("GET", "/rest/v1/dog_profile?or=(age.gt.3,and(sex.eq.male,not.size.in.(small,large)))&keywords=cs.{calm,\"a,b\"}", keyed),
            sample("GET", "/rest/v1/walk_request?select=*,sender(nickname),receiver:user_info!walk_request_receiver_fkey(id)&state=eq.pending", []),
            sample("GET", "/rest/v1/notification_list?is_read=is.false&offset=2", keyed + [("Prefer", "count=exact"), ("Range", "0-9")]),
            sample("GET", "/rest/v1/", keyed),
            sample("HEAD", "/rest/v1/mate_list?created_at=gte.2025-01-01&select=count()", keyed),
            sample("POST", "/rest/v1/user_info?columns=id,nickname&on_conflict=id", json + [("Prefer", "return=representation")], #"{"id":"\#(user)","nickname":"x"}"#),
            sample("POST", "/rest/v1/report_list", json, #"[{"reporter":"\#(user)","reported":"\#(user)","reason":"x"},{"reason":null}]"#),
            sample("POST", "/rest/v1/dog_profile", keyed + [("Content-Type", "text/csv")], "name,age,sex,size\nA,1,male,small\n\"B,\"\"\",2,female,large\n"),
            sample("PATCH", "/rest/v1/user_info?id=eq.\(user)", json, #"{"introduction":"초코"}"#),
            sample("PUT", "/rest/v1/user_info?id=eq.\(user)", json, #"{"id":"\#(user)","nickname":"y"}"#),
            sample("DELETE", "/rest/v1/mate_list?user_id=eq.\(user)", keyed),
            sample("POST", "/rest/v1/rpc/is_duplicate_nickname", json, #"{"nickname":"Sora"}"#),
            sample("GET", "/rest/v1/rpc/get_user_info_from_mate_list?user_id=\(user)&limit=2&offset=1&select=nickname", keyed),
            sample("POST", "/rest/v1/rpc/notification_list?is_read=is.true", json, #"{"only_unread":true}"#),
            sample("POST", "/auth/v1/signup", json, #"{"email":"x@example.com","password":"walkies!","data":{"a":[1,2]}}"#),
            sample("POST", "/auth/v1/token?grant_type=password", json, #"{"email":"nobody@example.com","password":"walkies!"}"#),
            sample("POST", "/auth/v1/token?grant_type=refresh_token", json, #"{"refresh_token":"abcdefghijkl"}"#),
            sample("POST", "/auth/v1/token?grant_type=id_token", json, #"{"provider":"apple","id_token":"a.b.c","nonce":"n"}"#),
            sample("POST", "/auth/v1/logout?scope=global", keyed),
            sample("POST", "/auth/v1/resend", json, #"{"type":"signup","email":"nobody@example.com"}"#),
            sample("GET", "/auth/v1/user", keyed),
            sample("GET", "/auth/v1/settings", keyed),
            sample("POST", "/storage/v1/object/image/\(user)/a.png", keyed + [("Content-Type", "image/png"), ("x-upsert", "true")], "content"),
            sample("PUT", "/storage/v1/object/image/b.png", keyed + [("Content-Type", "multipart/form-data; boundary=x")], form),
            sample("GET", "/storage/v1/object/authenticated/image/a.png?download=x", keyed + [("Range", "bytes=0-5")]),
            sample("GET", "/storage/v1/object/public/image/a%20b.png", [("If-None-Match", "\"x\"")]),
            sample("HEAD", "/storage/v1/object/image/a.png", keyed),
            sample("GET", "/health", []),
            sample("OPTIONS", "/rest/v1/user_info", [("Origin", "http://localhost"), ("Access-Control-Request-Method", "POST")]),
        ]
    }
}
