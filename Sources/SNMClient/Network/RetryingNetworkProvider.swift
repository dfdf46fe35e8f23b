import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends a request again when the failure is likely to pass, and when sending it twice does no more than sending it once.
///
///     let backend = SupabaseBackend(config: config, networkProvider: RetryingNetworkProvider(SNMNetworkProvider()))
public struct RetryingNetworkProvider: NetworkProvider {
    private let provider: any NetworkProvider
    private let policy: SupabaseRetryPolicy
    private let sleep: @Sendable (TimeInterval) async throws -> Void

    /// - Parameters:
    ///   - provider: Who sends.
    ///   - sleep: How to wait, in seconds; a test may not want to.
    public init(
        _ provider: any NetworkProvider = SNMNetworkProvider(),
        policy: SupabaseRetryPolicy = SupabaseRetryPolicy(),
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(nanoseconds: UInt64($0 * 1_000_000_000)) }
    ) {
        self.provider = provider
        self.policy = policy
        self.sleep = sleep
    }

    /// Sends the request, if need be several times. Cancelling the task ends the waiting, too.
    public func request(with request: any SNMRequestConvertible) async throws -> SNMNetworkResponse {
        var attempt = 1
        while true {
            do {
                return try await provider.request(with: request)
            } catch let error as SNMNetworkError {
                guard attempt < policy.attempts, policy.methods.contains(request.endpoint.method), let delay = policy.delay(after: error, attempt)
                else { throw error }
                try await sleep(delay)
                attempt += 1
            }
        }
    }
}

/// What is tried again, how often, and after what time.
public struct SupabaseRetryPolicy: Sendable {
    /// How often a request is sent at most.
    public var attempts: Int
    /// The wait before the second attempt, in seconds. It doubles each time, and a random part of it is left out.
    public var firstDelay: TimeInterval
    /// The longest wait, also when the server asks for a longer one: then the failure is told at once.
    public var longestDelay: TimeInterval
    /// The methods that are tried again: those that change nothing.
    public var methods: Set<HTTPMethod> = [.get, .head, .options]

    /// - Parameter attempts: With the first one.
    public init(attempts: Int = 4, firstDelay: TimeInterval = 0.5, longestDelay: TimeInterval = 30) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// The wait after a failure; nil when another attempt is of no use.
    func delay(after error: SNMNetworkError, _ attempt: Int, now: Date = Date()) -> TimeInterval? {
        switch error {
        case .urlError(let error) where Self.passing.contains(error.code): break
        case .failedStatusCode(let status, let header, _) where [408, 425, 429, 502, 503, 504, 520].contains(status):
            if let asked = Self.retryAfter(header, now: now) { return asked <= longestDelay ? max(0, asked) : nil }
        default: return nil
        }
        let delay = min(longestDelay, firstDelay * pow(2, Double(attempt - 1)))
        return delay * .random(in: 0.5...1)
    }

    private static let passing: Set<URLError.Code> = [
        .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed, .notConnectedToInternet,
    ]

    /// Seconds, or a date (RFC 9110 §10.2.3).
    private static func retryAfter(_ header: [String: String], now: Date) -> TimeInterval? {
        guard let text = header.first(where: { $0.key.lowercased() == "retry-after" })?.value else { return nil }
        if let seconds = TimeInterval(text), seconds.isFinite { return seconds }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text).map { $0.timeIntervalSince(now) }
    }
}
