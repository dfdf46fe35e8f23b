import Foundation
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
        text = text.replacing(#/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#, with: "<uuid>")
        let parserText = "Could not parse request body as JSON: "
        if text.hasPrefix(parserText) { text = parserText + "<any>" }
        return text.replacing(#/only request this after \d+ seconds/#, with: "only request this after <n> seconds")
    }

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
        if key == "version", string.hasPrefix("v") { return "<version>" }
        let named = text(string)
        if named != string, named.wholeMatch(of: #/\{\{\w+\}\}/#) != nil { return .string(named) }
        if key == "refresh_token", string.wholeMatch(of: #/[a-z0-9]{12}/#) != nil { return "<refresh_token>" }
        if string.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z/#) != nil { return "<ts>" }
        if string.wholeMatch(of: #/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*/#) != nil { return "<ts:odd>" }
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
        let parts = text.split(separator: "?", maxSplits: 1)
        var url: JSONObject = ["base": .string(self.text(String(parts.first ?? "")))]
        if parts.count == 2 {
            let pairs = parts[1].split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            url.set("query", .object(JSONObject(pairs.map { .init($0[0], string($0.count > 1 ? $0[1] : "", $0[0])) })))
        }
        return ["<url>": .object(url)]
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
