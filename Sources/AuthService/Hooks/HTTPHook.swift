import HTTPServing
import JSONText
import Tokens

/// A hook at an address: the question is posted, signed as Standard Webhooks are (`webhook-id`, `webhook-timestamp`,
/// `webhook-signature`).
struct HTTPHook: Sendable {
    let url: String
    private let secrets: [[UInt8]]

    /// Nil for a hook that is no address. Without TLS, only such hosts are asked as plain text may reach: this machine.
    init?(_ hook: AuthSettings.Hook) {
        guard hook.uri.hasPrefix("http://") || hook.uri.hasPrefix("https://") else { return nil }
        url = hook.uri
        secrets = hook.secrets.compactMap { secret in
            secret.hasPrefix("v1,whsec_") ? Base64.decode(secret.dropFirst("v1,whsec_".count).utf8) : nil
        }
    }

    private static let localHosts: Set = ["localhost", "127.0.0.1", "[::1]", "host.docker.internal", "kong"]

    private var isLocal: Bool {
        let host = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return url.hasPrefix("http://") && Self.localHosts.contains(name.lowercased())
    }

    /// Three tries, two seconds apart, within five seconds in all.
    func answer(to question: JSONObject, by client: HTTPClient?) async throws -> JSON {
        guard let client, isLocal else { throw AuthError.unexpected("Error running hook URI: \(url)") }
        let body = JSON.object(question).serialized()
        let clock = ContinuousClock()
        let end = clock.now + Limits.hookTime
        for attempt in 1...Limits.hookTries {
            do {
                let answer = try await client.send(
                    .post, url, headers: headers(body), body: body, within: max(end - clock.now, .milliseconds(1)),
                    upTo: Limits.hookAnswerBytes)
                return try Self.json(answer)
            } catch HTTPClientError.timedOut {
                throw AuthError.hookTimedOut
            } catch HTTPClientError.answerTooLarge {
                throw AuthError(
                    422, "hook_payload_over_size_limit", "Payload size exceeded size limit of \(Limits.hookAnswerBytes) bytes")
            } catch is HTTPClientError {
                // Where the machine is slow there is no time for all tries.
                guard attempt < Limits.hookTries, clock.now + Limits.hookPause < end else { throw AuthError.hookUnreachable }
                try await client.pause(Limits.hookPause)
            }
        }
        throw AuthError.hookUnreachable
    }

    private func headers(_ body: [UInt8]) -> Headers {
        let id = Random.uuid()
        let time = String(Int(WallClock.seconds()))
        var headers = Headers([("Content-Type", "application/json"), ("webhook-id", id), ("webhook-timestamp", time)])
        let signatures = secrets.map { secret in
            "v1," + Base64.encode(HMAC.code(of: Array("\(id).\(time).".utf8) + body, key: secret, digest: .sha256))
        }
        if !signatures.isEmpty { headers.append("webhook-signature", signatures.joined(separator: ", ")) }
        return headers
    }

    private static func json(_ answer: ClientResponse) throws(AuthError) -> JSON {
        switch answer.status {
        case 204: return [:]
        case 200, 202:
            let type = answer.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
            guard type.hasPrefix("application/json") else {
                let message =
                    type.isEmpty
                    ? "Invalid Content-Type: Missing Content-Type header" : "Invalid JSON response. Received content-type: \(type)"
                throw AuthError(400, "hook_payload_invalid_content_type", message)
            }
            guard let json = try? JSON(parsing: answer.body) else {
                throw .unexpected("Error unmarshaling JSON output")
            }
            return json
        case 429, 503: throw .unexpected("Service currently unavailable due to hook")
        case 400: throw .unexpected("Invalid payload sent to hook")
        case 401: throw .unexpected("Hook requires authorization token")
        case let status: throw .unexpected("Unexpected status code returned from hook: \(status)")
        }
    }
}

extension AuthError {
    fileprivate static let hookUnreachable = Self(422, "hook_timeout_after_retry", "Failed to reach hook after maximum retries")
    fileprivate static let hookTimedOut = Self(422, "hook_timeout", "Failed to reach hook within maximum time of 5.000000 seconds")
}
