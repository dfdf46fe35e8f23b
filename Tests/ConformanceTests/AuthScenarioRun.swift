import Foundation
import HTTPServing
import JSONText
import TestSupport
import Tokens

@testable import AuthService

/// Plays one scenario against the service.
struct AuthScenarioRun {
    private let service: AuthResponder
    private let outbox: MemoryOutbox
    private let provider: OAuthProviderServer
    private var names: [(name: String, value: String)]

    /// The answers so far. They are normalised when all is done: that takes its time, and some steps must not be late.
    private var pending: [() -> JSON] = []

    /// For each answer the places that are not compared.
    private var ignored: [[String]] = []
    private var users: [String] = []

    var answers: [JSON] {
        zip(pending, ignored).map { answer, places in places.reduce(answer()) { $0.hiding($1.split(separator: ".")[...]) } }
    }

    init(_ service: AuthResponder, _ outbox: MemoryOutbox, _ provider: OAuthProviderServer) {
        self.provider = provider
        self.service = service
        self.outbox = outbox
        names = [("n", Random.text(8, of: "abcdefghijklmnopqrstuvwxyz")), ("d", "1" + Random.text(6, of: "0123456789"))]
    }

    mutating func play(_ steps: [JSON]) async throws {
        for step in steps {
            let before = pending.count
            if let seconds = step["wait"], case .number(let text) = seconds {
                try await TestCluster.loop.sleep(for: .seconds(Double(text) ?? 0))
            } else if let claims = step["sign"], let name = step["as"]?.string {
                names.append((name, sign(fill(claims), step)))
            } else if let send = step["send"] {
                pending.append(try await self.send(step, send))
            } else if let mail = step["mail"] {
                pending.append(await self.mail(step, fill(mail)))
            } else if let mail = step["no_mail"] {
                let count = await outbox.messages(to: fill(mail)["to"]?.string ?? "").count
                pending.append { ["messages": .number(String(count))] }
            } else if let account = step["account"] {
                provider.add(fill(account))
            } else if let values = step["set"]?.object {
                names += values.members.map { ($0.name, fill($0.value.string ?? "")) }
            } else {
                throw CorpusError("a step of an unknown kind: \(step.text)")
            }
            ignored += (before..<pending.count).map { _ in step["any"]?.array?.compactMap(\.string) ?? [] }
        }
        try await clean()
    }

    /// The fixed test numbers must be free for the next scenario.
    private func clean() async throws {
        for user in users {
            let headers = Headers([("Authorization", "Bearer \(Self.serviceKey)")])
            _ = try await service.respond(to: Request(.delete, "/admin/users/\(user)", headers: headers))
        }
    }
}

// MARK: - Steps

extension AuthScenarioRun {
    private static let anonKey =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0"
    private static let serviceKey =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0.EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU"

    private mutating func send(_ step: JSON, _ recorded: JSON) async throws -> () -> JSON {
        let request = fill(recorded)
        var headers = Headers()
        switch request["auth"]?.string ?? "anon" {
        case "none": break
        case "apikey": headers.append("apikey", Self.anonKey)
        case "anon": headers.append("Authorization", "Bearer \(Self.anonKey)")
        case "service": headers.append("Authorization", "Bearer \(Self.serviceKey)")
        case let token: headers.append("Authorization", "Bearer \(token)")
        }
        let version = request["version"]?.string ?? "2024-01-01"
        if !version.isEmpty { headers.append("X-Supabase-Api-Version", version) }
        var body = RequestBody.none
        if let json = request["json"] {
            body = .bytes(json.serialized())
        } else if let text = request["body"]?.string {
            body = .bytes(Array(text.utf8))
        } else if let form = request["form"]?.object {
            let pairs = form.members.map { "\($0.name)=\(PercentEncoding.encode(($0.value.string ?? "").utf8))" }
            body = .bytes(Array(pairs.joined(separator: "&").utf8))
            headers.append("Content-Type", "application/x-www-form-urlencoded")
        }
        if request["json"] != nil || request["body"] != nil { headers.append("Content-Type", "application/json") }
        for member in request["headers"]?.object?.members ?? [] {
            headers.remove(member.name)
            if let value = member.value.string { headers.append(member.name, value) }
        }
        let safe = Set("/?&=%:#+,;@!$'()*~[]{}".utf8)
        let target = PercentEncoding.encode((request["path"]?.string ?? "/").utf8) { PercentEncoding.isUnreserved($0) || safe.contains($0) }
        let method = HTTPServing.Method(rawValue: request["method"]?.string ?? "GET")
        let response = try await service.respond(to: Request(method, target, headers: headers, body: body))
        var text = ""
        if case .bytes(let bytes) = response.body { text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
        let kind = response.headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
        let parsed = kind.contains("json") ? (try? JSON(text: text)) ?? .string(text) : .string(text)
        save(step, ["body": parsed, "location": Self.location(response), "headers": Self.headers(response)])
        for user in [parsed, parsed["user"]] {
            if let user, user["aud"] != nil, let id = user["id"]?.string { users.append(id) }
        }
        return { [names, text] in Self.normalised(response, text, parsed, AuthNormal(names: names)) }
    }

    private static func location(_ response: Response) -> JSON {
        let url = response.headers["Location"] ?? ""
        let (rest, fragment) = AuthNormal.cut(url, at: "#")
        let (base, query) = AuthNormal.cut(rest, at: "?")
        func object(_ text: String) -> JSON { .object(JSONObject(AuthNormal.pairs(text).map { .init($0.0, .string($0.1)) })) }
        return ["url": .string(url), "base": .string(base), "query": object(query), "fragment": object(fragment)]
    }

    private static func headers(_ response: Response) -> JSON {
        let names = ["location", "content-type", "link", "x-total-count"]
        return .object(JSONObject(names.compactMap { name in response.headers[name].map { .init(name, .string($0)) } }))
    }

    private static func normalised(_ response: Response, _ text: String, _ parsed: JSON, _ normal: AuthNormal) -> JSON {
        let kind = response.headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
        var kept = JSONObject()
        for name in ["x-supabase-api-version", "x-sb-error-code", "link", "x-total-count", "cache-control"] {
            guard let value = response.headers[name], name != "x-supabase-api-version" || response.status.code >= 400 else { continue }
            kept.set(name, .string(normal.text(value)))
        }
        // What a redirect says to people differs.
        let location = response.headers["Location"]
        let hasBody = !text.isEmpty && location == nil
        if hasBody { kept.set("content-type", .string(String(kind))) }
        var answer: JSONObject = ["status": .number(String(response.status.code))]
        if !kept.members.isEmpty { answer.set("headers", .object(kept)) }
        if let location { answer.set("location", normal.url(location)) }
        if hasBody { answer.set("body", withoutIdentities(normal.value(parsed))) }
        return .object(answer)
    }

    /// Users in a list may have their identities and factors or not.
    private static func withoutIdentities(_ body: JSON) -> JSON {
        guard var object = body.object, let users = body["users"]?.array else { return body }
        object.set(
            "users",
            .array(
                users.map { user in
                    guard var user = user.object else { return user }
                    user.members.removeAll { $0.name == "factors" }
                    if user["identities"] != nil { user.set("identities", "<any>") }
                    return .object(user)
                }))
        return .object(object)
    }

    /// The n-th message to an address.
    private mutating func mail(_ step: JSON, _ mail: JSON) async -> () -> JSON {
        let number = mail["n"]?.int ?? 1
        let messages = await outbox.messages(to: mail["to"]?.string ?? "")
        guard 1...max(1, messages.count) ~= number, !messages.isEmpty else { return { ["mail": "missing"] } }
        let message = messages[number - 1]
        save(
            step,
            [
                "mail": ["otp": .string(message.code), "path": .string("/verify?" + (message.link.split(separator: "?").last ?? ""))],
                "hash": .string(message.tokenHash),
            ])
        return { [names] in Self.normalised(message, AuthNormal(names: names)) }
    }

    private static func normalised(_ message: AuthMessage, _ normal: AuthNormal) -> JSON {
        var answer: JSONObject = [
            "from": .string(message.senderAddress), "to": .string(normal.text(message.recipient)),
            "subject": .string(normal.withoutCodes(normal.text(message.subject))),
        ]
        let link = message.html.firstMatch(of: #/href="([^"]*token=[^"]*)"/#).map { String($0.1).replacing("&amp;", with: "&") }
        if let link { answer.set("link", normal.url(link)) }
        let marked = message.html.replacing(#/<\/(p|h\d|div|li|td)>|<br *\/?>/#, with: "\n").replacing(#/<[^>]+>/#, with: "")
        let lines = marked.replacing("&lt;", with: "<").replacing("&#39;", with: "'").replacing("&amp;", with: "&").split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        answer.set("lines", .array(lines.map { .string(normal.withoutCodes(normal.text($0))) }))
        return ["mail": .object(answer)]
    }

    private mutating func save(_ step: JSON, _ source: JSON) {
        for member in step["save"]?.object?.members ?? [] {
            var path = member.value.string ?? ""
            if path == "mail.query.token" { path = "hash" }
            var value: JSON? = source
            for key in path.split(separator: ".").map(String.init) {
                if let elements = value?.array, let equals = key.firstIndex(of: "=") {
                    value = elements.first { $0[String(key[..<equals])]?.string == String(key[key.index(after: equals)...]) }
                } else if let elements = value?.array {
                    value = Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
                } else {
                    value = value?[key]
                }
            }
            guard let value else { continue }
            let new = (name: member.name, value: value.string ?? value.text)
            if let place = names.firstIndex(where: { $0.name == member.name }) { names[place] = new } else { names.append(new) }
        }
    }

    private func sign(_ claims: JSON, _ step: JSON) -> String {
        var header: JSONObject = ["alg": "HS256", "typ": "JWT"]
        for member in step["header"]?.object?.members ?? [] { header.set(member.name, member.value) }
        let text = Base64URL.encode(JSON.object(header).serialized()) + "." + Base64URL.encode(claims.serialized())
        // HS256, whatever the header says.
        let secret = step["secret"]?.string ?? AuthSettings().jwtSecret
        return text + "." + Base64URL.encode(HMAC.code(of: Array(text.utf8), key: Array(secret.utf8), digest: .sha256))
    }
}

// MARK: - Placeholders

extension AuthScenarioRun {
    private func fill(_ json: JSON) -> JSON {
        switch json {
        case .object(let object):
            return .object(JSONObject(object.members.map { .init(fill($0.name), fill($0.value)) }))
        case .array(let elements): return .array(elements.map(fill))
        case .string(let text):
            if let match = try? #/\{\{int (\w+)\}\}/#.wholeMatch(in: text) { return .number(value(String(match.1))) }
            if let match = try? #/\{\{unix ([+-]?\d+)\}\}/#.wholeMatch(in: text), let seconds = Int(match.1) {
                return .number(String(Int(Date().timeIntervalSince1970) + seconds))
            }
            return .string(fill(text))
        case .null, .bool, .number: return json
        }
    }

    private func fill(_ text: String) -> String {
        text.replacing(#/\{\{([^{}]+)\}\}/#) { match -> String in
            let words = match.1.split(separator: " ").map(String.init)
            return switch words[0] {
            case "s256": Base64URL.encode(Digest.sha256.hash(Array(words[1].utf8)))
            case "repeat": String(repeating: words[1], count: Int(words[2]) ?? 0)
            case "upper": value(words[1]).uppercased()
            case "quote": PercentEncoding.encode(value(words[1]).utf8)
            case "wrong": Self.shifted(value(words[1]), by: 3)
            case "totp" where words.count > 1: Self.totp(value(words[1]), words.count > 2 ? Double(words[2]) ?? 0 : 0)
            case "badtotp": Self.shifted(Self.totp(value(words[1]), 0), by: 5)
            case "cut": value(words[1]).dropLast(4) + (value(words[1]).hasSuffix("AAAA") ? "BBBB" : "AAAA")
            default: value(words[0])
            }
        }
    }

    /// Another code of the same length.
    private static func shifted(_ code: String, by distance: Int) -> String {
        String(code.map { $0.wholeNumberValue.map { Character(String(($0 + distance) % 10)) } ?? $0 })
    }

    private static func totp(_ secret: String, _ shift: Double) -> String {
        TOTP.code(key: Base32.decode(secret) ?? [], step: Int(Date().timeIntervalSince1970 + shift) / 30)
    }

    private func value(_ name: String) -> String {
        names.last { $0.name == name }?.value ?? "{{\(name)}}"
    }
}

extension JSON {
    /// The value at a place, if there is one, becomes `<any>`.
    fileprivate func hiding(_ path: ArraySlice<Substring>) -> JSON {
        guard let key = path.first else { return "<any>" }
        switch self {
        case .object(var object):
            guard let value = object[String(key)] else { return self }
            object.set(String(key), value.hiding(path.dropFirst()))
            return .object(object)
        case .array(var elements):
            guard let index = Int(key), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].hiding(path.dropFirst())
            return .array(elements)
        case .null, .bool, .number, .string: return self
        }
    }
}
