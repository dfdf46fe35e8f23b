import Foundation
import HTTPServing
import JSONText
import Tokens

/// Replaces what differs from run to run by typed placeholders, as the recorded answers have them.
struct AuthNormal {
    private let names: [(name: String, value: String)]

    init(names: [(name: String, value: String)]) {
        self.names = names.filter { $0.value.count >= 6 }.sorted { $0.value.count > $1.value.count }
    }

    func text(_ text: String) -> String {
        var text = names.reduce(text) { $0.replacing($1.value, with: "{{\($1.name)}}") }
        text = text.replacing("http://127.0.0.1:54321/auth/v1", with: "<service>")
        text = text.replacing(#/(pkce_)?[0-9a-f]{56}/#) { $0.1 == nil ? "<hash>" : "pkce_<hash>" }
        text = text.replacing(#/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#) { match in
            match.output.allSatisfy { $0 == "0" || $0 == "-" } ? String(match.output) : "<uuid>"
        }
        // What follows is the text of a parser.
        if let start = Self.parserTexts.first(where: text.hasPrefix) { text = start + "<any>" }
        text = text.replacing(#/secret=[A-Z2-7]{32}\b/#, with: "secret=<base32:32>")
        return text.replacing(#/only request this after \d+ seconds/#, with: "only request this after <n> seconds")
    }

    private static let parserTexts = [
        "Could not parse request body as JSON: ", "Could not read verification params: ", "Bad Pagination Parameters: ",
        "invalid format for ban duration: ", "output claims do not conform to the expected schema",
    ]

    /// Codes that nobody has saved.
    func withoutCodes(_ text: String) -> String {
        text.replacing(#/(^|[^\d{])(\d{6,10})(?=$|[^\d}])/#) { "\($0.1)<digits:\($0.2.count)>" }
    }

    func value(_ json: JSON, _ key: String = "") -> JSON {
        switch json {
        case .object(let object):
            return .object(JSONObject(object.members.map { .init(text($0.name), value($0.value, $0.name)) }))
        case .array(let elements):
            let values = elements.map { value($0, key) }
            guard key == "amr" || key == "identities" else { return .array(values) }
            return .array(values.sorted { order($0) < order($1) })
        case .number(let number):
            guard let numeric = Double(number), 1_400_000_000 < numeric, numeric < 4_200_000_000 else { return json }
            return json.int == nil ? "<float:unix>" : "<int:unix>"
        case .string(let string): return self.string(string, key)
        case .null, .bool: return json
        }
    }

    private func order(_ json: JSON) -> String {
        ["method", "provider", "id"].map { json[$0]?.string ?? "None" }.joined(separator: " ")
    }

    private func string(_ string: String, _ key: String) -> JSON {
        if string.count > 40, let decoded = jwt(string) { return decoded }
        if key == "error_id" { return "<any>" }
        if key == "qr_code" { return string.contains("<svg") && string.contains("</svg>") ? "<svg>" : .string(string) }
        if key == "version", string.hasPrefix("v") { return "<version>" }
        let named = text(string)
        if named != string, named.wholeMatch(of: #/\{\{\w+\}\}/#) != nil { return .string(named) }
        if key == "refresh_token", string.wholeMatch(of: #/[a-z0-9]{12}/#) != nil { return "<refresh_token>" }
        if key == "secret", string.wholeMatch(of: #/[A-Z2-7]{32}/#) != nil { return "<base32:32>" }
        if key == "email_otp" || key == "otp", string.wholeMatch(of: #/\d{6,10}/#) != nil {
            return .string("<digits:\(string.count)>")
        }
        if string.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z/#) != nil { return "<ts>" }
        if string.wholeMatch(of: #/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*/#) != nil { return "<ts:odd>" }
        if key == "expires_at" || key == "expires_in", string.allSatisfy(\.isNumber) {
            return string.count > 8 ? "<unix>" : .string(string)
        }
        if string.prefixMatch(of: #/[a-z][a-z0-9+.-]*:/#) != nil,
            ["token=", "code=", "state=", "error"].contains(where: string.contains)
        {
            return url(string)
        }
        return .string(named)
    }

    private func jwt(_ text: String) -> JSON? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else { return nil }
        var decoded: JSONObject = ["header": value(.object(header)), "claims": value(.object(claims))]
        if let end = claims["exp"]?.int, let start = claims["iat"]?.int { decoded.set("lifetime", .number(String(end - start))) }
        return ["<jwt>": .object(decoded)]
    }

    private static func object(_ part: Substring) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSON(parsing: $0) }?.object
    }

    /// A URL as its parts.
    func url(_ text: String) -> JSON {
        let (rest, fragment) = Self.cut(text, at: "#")
        let (base, query) = Self.cut(rest, at: "?")
        var url: JSONObject = ["base": .string(self.text(base))]
        for (name, part) in [("query", query), ("fragment", fragment)] where !part.isEmpty {
            let pairs = Self.pairs(part)
            let values = pairs.map { (key: $0.0, value: string($0.1, $0.0)) }
            if Set(values.map(\.key)).count == values.count {
                url.set(name, .object(JSONObject(values.map { .init($0.key, $0.value) })))
            } else {
                url.set(name, .array(values.map { [.string($0.key), $0.value] }))
            }
        }
        return ["<url>": .object(url)]
    }

    static func cut(_ text: String, at mark: Character) -> (String, String) {
        guard let place = text.firstIndex(of: mark) else { return (text, "") }
        return (String(text[..<place]), String(text[text.index(after: place)...]))
    }

    static func pairs(_ text: String) -> [(String, String)] {
        QueryPairs(text).pairs.map {
            (String(decoding: $0.key, as: UTF8.self), String(decoding: $0.value ?? [], as: UTF8.self))
        }
    }
}

// MARK: - Comparing

extension AuthNormal {
    static func differences(_ expected: JSON, _ found: JSON, _ path: String = "") -> [String] {
        if expected == "<any>" || found == "<any>" { return [] }
        if let expected = expected.object, let found = found.object {
            let keys = Set(expected.members.map(\.name)).union(found.members.map(\.name)).sorted()
            return keys.flatMap { key -> [String] in
                let place = path.isEmpty ? key : "\(path).\(key)"
                guard let one = expected[key] else { return ["\(place): unexpected \(found[key]?.text.prefix(160) ?? "")"] }
                guard let other = found[key] else { return ["\(place): missing, expected \(one.text.prefix(160))"] }
                return differences(one, other, place)
            }
        }
        if let expected = expected.array, let found = found.array, expected.count == found.count {
            return zip(expected, found).enumerated().flatMap { differences($1.0, $1.1, "\(path).\($0)") }
        }
        if path.hasSuffix("expires_in") || path.hasSuffix("lifetime"), let one = expected.int, let other = found.int, abs(one - other) <= 2
        {
            return []
        }
        return expected == found ? [] : ["\(path): expected \(expected.text.prefix(160)), got \(found.text.prefix(160))"]
    }
}
