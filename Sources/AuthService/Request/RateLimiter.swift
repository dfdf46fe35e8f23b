import Synchronization

/// Counts what each address asks for, as the hosted service does: buckets that fill up again with time. It is kept in memory, by
/// each process for itself, as there; nothing else depends on it.
final class RateLimiter: Sendable {
    enum Kind: Sendable, Hashable {
        case signUp, otp, magicLink, recover, resend, updateUser, token, verify, factor, web3, anonymous
        /// Of the whole project.
        case email, message
    }

    private struct Key: Sendable, Hashable {
        var kind: Kind
        var address: String
    }

    private struct Bucket: Sendable {
        var tokens: Double
        var time: Double
    }

    private let limits: AuthSettings.RateLimits
    private let buckets = Mutex<[Key: Bucket]>([:])

    init(_ limits: AuthSettings.RateLimits) {
        self.limits = limits
    }

    /// Takes one token; false when there is none.
    ///
    /// - Parameter now: seconds on any clock.
    func admits(_ kind: Kind, from address: String, now: Double) -> Bool {
        guard limits.areEnforced else { return true }
        let (capacity, rate) = bucket(kind)
        return buckets.withLock { buckets in
            // Addresses are anybody's to make up: who has a full bucket need not be remembered.
            if buckets.count >= Limits.rateLimitedAddresses {
                buckets = buckets.filter { entry in
                    let (capacity, rate) = bucket(entry.key.kind)
                    return entry.value.tokens + (now - entry.value.time) * rate < capacity
                }
            }
            let key = Key(kind: kind, address: address)
            var own = buckets[key] ?? Bucket(tokens: capacity, time: now)
            own.tokens = min(capacity, own.tokens + max(0, now - own.time) * rate)
            own.time = now
            defer { buckets[key] = own }
            guard own.tokens >= 1 else { return false }
            own.tokens -= 1
            return true
        }
    }

    /// How much fits, and what comes in each second.
    private func bucket(_ kind: Kind) -> (capacity: Double, rate: Double) {
        switch kind {
        case .signUp, .otp, .magicLink, .recover, .resend, .updateUser: (30, Double(limits.signIns) / 300)
        case .token: (30, Double(limits.refreshes) / 300)
        case .verify, .factor: (30, Double(limits.verifications) / 300)
        case .web3: (30, Double(limits.web3) / 300)
        case .anonymous: (Double(limits.anonymousUsers), Double(limits.anonymousUsers) / 3600)
        case .email: (Double(limits.emails), Double(limits.emails) / 3600)
        case .message: (Double(limits.messages), Double(limits.messages) / 3600)
        }
    }
}

extension AuthResponder {
    func admit(_ kind: RateLimiter.Kind, _ request: AuthRequest) throws(AuthError) {
        guard limiter.admits(kind, from: request.client.address ?? "", now: WallClock.seconds()) else {
            throw AuthError(429, "over_request_rate_limit", "Request rate limit reached")
        }
    }

    /// Messages count where they prove something.
    func admitMessage(_ kind: Contact.Kind) throws(AuthError) {
        guard settings.needsConfirmation(kind) else { return }
        switch kind {
        case .email:
            guard limiter.admits(.email, from: "", now: WallClock.seconds()) else {
                throw AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded")
            }
        case .phone:
            guard limiter.admits(.message, from: "", now: WallClock.seconds()) else {
                throw AuthError(429, "over_sms_send_rate_limit", "SMS rate limit exceeded")
            }
        }
    }
}
