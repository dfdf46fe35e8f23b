import Foundation
import JSONText
import TestSupport

/// An answer without what may differ between two servers that behave alike (the corpus' README, "Normalisation").
struct NormalAnswer: Sendable {
    var status: Int
    /// Compared headers only, names in lower case.
    var headers: [String: [String]]
    var body: String?
    /// The body when it is not UTF-8.
    var base64: String?
    var json: JSON?

    private static let compared: Set = [
        "content-type", "content-range", "content-profile", "content-location", "content-disposition", "location", "preference-applied",
        "www-authenticate", "allow", "proxy-status", "server-timing", "vary", "set-cookie", "cache-control", "retry-after", "etag",
    ]

    init(status: Int, headers: [String: [String]], body: String?, base64: String?, json: JSON?) {
        self.status = status
        self.headers = headers
        self.body = body
        self.base64 = base64
        self.json = json.map(Self.canonical)
    }

    init(_ answer: PlainHTTP.Answer, like recorded: RecordedCase) {
        status = answer.status
        headers = [:]
        for (name, value) in answer.headers {
            let name = name.lowercased()
            guard Self.compared.contains(name) || name.hasPrefix("access-control-") || name.hasPrefix("x-") else { continue }
            let shown = name == "server-timing" ? value.replacing(/dur=[0-9.]+/, with: "dur=N") : value
            headers[name, default: []].append(Self.masked(shown, recorded.masks))
        }
        guard let raw = String(validating: answer.body, as: UTF8.self) else {
            base64 = Data(answer.body).base64EncodedString()
            return
        }
        let text = Self.masked(raw, recorded.masks)
        let kind = headers["content-type"]?.first?.split(separator: ";").first ?? ""
        let parsed = !text.isEmpty && kind.contains("json") ? try? JSON(text: text) : nil
        if recorded.compare == "shape" {
            json = parsed.map(Self.shape)
            if parsed == nil {
                let isPlan = text.contains("Scan") || text.hasPrefix("Aggregate") || text.contains(/\(cost=[0-9.]+/)
                body = isPlan ? "PLAN" : text
            }
        } else if let parsed, let document = Self.openAPI(parsed) {
            json = document
        } else {
            json = parsed
            body = text
        }
        json = json.map(Self.canonical)
    }

    private static func masked(_ text: String, _ masks: [(pattern: String, replacement: String)]) -> String {
        masks.reduce(text) { text, mask in
            guard let expression = try? NSRegularExpression(pattern: mask.pattern) else { return text }
            let range = NSRange(text.startIndex..., in: text)
            return expression.stringByReplacingMatches(
                in: text, range: range, withTemplate: NSRegularExpression.escapedTemplate(for: mask.replacement))
        }
    }

    /// The versions and a local host taken out of an OpenAPI document; nil for other documents.
    private static func openAPI(_ json: JSON) -> JSON? {
        guard json["swagger"]?.string?.isEmpty == false, var info = json["info"]?.object, var document = json.object else { return nil }
        info.set("version", "VERSION")
        document.set("info", .object(info))
        if var external = json["externalDocs"]?.object {
            external.set("url", .string((external["url"]?.string ?? "").replacing(/\/v\d+[^\/]*\//, with: "/VERSION/")))
            document.set("externalDocs", .object(external))
        }
        if let host = json["host"]?.string, host.wholeMatch(of: /(127\.0\.0\.1|localhost|0\.0\.0\.0):\d+/) != nil {
            document.set("host", "HOST")
        }
        return .object(document)
    }

    /// What is left of an execution plan: the names at its two outer levels.
    private static func shape(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements):
            return .array(elements.map(shape))
        case .object(let object):
            let kept = object.members.filter { !["Settings", "Query Identifier", "JIT"].contains($0.name) }
            return .object(
                JSONObject(
                    kept.map { member in
                        guard member.name == "Plan" else { return .init(member.name, .string(kind(member.value))) }
                        let names = Set(member.value.object?.members.map(\.name) ?? [])
                        return .init("Plan", .array(["Node Type", "Output", "Plans"].filter(names.contains).map { .string($0) }))
                    }))
        case .null, .bool, .number, .string:
            return .string(kind(json))
        }
    }

    /// Python's names, in which the corpus was recorded.
    private static func kind(_ json: JSON) -> String {
        switch json {
        case .null: "NoneType"
        case .bool: "bool"
        case .number: "number"
        case .string: "str"
        case .array: "list"
        case .object: "dict"
        }
    }

    /// Values that are equal are written alike: numbers by value, objects by name; repeated names kept apart, in order.
    static func canonical(_ json: JSON) -> JSON {
        switch json {
        case .null, .bool, .string:
            return json
        case .number(let text):
            return .number(canonicalNumber(text))
        case .array(let elements):
            return .array(elements.map(canonical))
        case .object(let object):
            let members = object.members.map { JSONObject.Member($0.name, canonical($0.value)) }
            guard Set(members.map(\.name)).count == members.count else {
                return ["repeated keys": .array(members.map { .array([.string($0.name), $0.value]) })]
            }
            return .object(JSONObject(members.sorted { $0.name < $1.name }))
        }
    }

    /// Digits without zeros around them, and an exponent: `1.50` and `15e-1` are both `15e-1`.
    private static func canonicalNumber(_ text: String) -> String {
        let parts = text.lowercased().split(separator: "e")
        var exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var digits = String(parts[0])
        let sign = digits.hasPrefix("-") ? "-" : ""
        digits.removeAll { $0 == "-" }
        if let point = digits.firstIndex(of: ".") {
            exponent -= digits.distance(from: point, to: digits.endIndex) - 1
            digits.remove(at: point)
        }
        digits = String(digits.drop { $0 == "0" })
        if digits.isEmpty { return "0" }
        while digits.hasSuffix("0") {
            digits.removeLast()
            exponent += 1
        }
        return "\(sign)\(digits)e\(exponent)"
    }
}

extension NormalAnswer {
    /// What differs from the recorded answer, one line a difference.
    func differences(from recorded: RecordedCase) -> [String] {
        let wanted = recorded.answer
        var problems: [String] = []
        if wanted.status != status { problems.append("status: want \(wanted.status), got \(status)") }
        for name in Set(wanted.headers.keys).union(headers.keys).sorted() where wanted.headers[name] != headers[name] {
            problems.append("\(name): want \(wanted.headers[name] ?? []), got \(headers[name] ?? [])")
        }
        if wanted.base64 != nil || base64 != nil {
            if wanted.base64 != base64 { problems.append("body: bytes differ") }
        } else if let expected = wanted.json {
            let isUnordered = recorded.compare == "unordered"
            guard let json else { return problems + ["body: want JSON, got \(body ?? "nothing")"] }
            if (isUnordered ? Self.sorted(expected) : expected) != (isUnordered ? Self.sorted(json) : json) {
                problems.append("body: want \(expected.text.prefix(600))\n           got  \(json.text.prefix(600))")
            }
        } else if recorded.compare == "unordered", let expected = wanted.body {
            if expected.split(separator: "\n").sorted() != (body ?? "").split(separator: "\n").sorted() {
                problems.append("body: want \(expected.debugDescription), got \((body ?? "").debugDescription)")
            }
        } else if wanted.body != body {
            problems.append("body: want \(wanted.body.debugDescription), got \(body.debugDescription)")
        }
        return problems
    }

    private static func sorted(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): .array(elements.map(sorted).sorted { $0.text < $1.text })
        case .object(let object): .object(JSONObject(object.members.map { .init($0.name, sorted($0.value)) }))
        case .null, .bool, .number, .string: json
        }
    }
}
