package import JSONText

/// What a token says of its bearer, after its signature was verified.
package struct JWTClaims: Sendable, Hashable {
    package var object: JSONObject

    package init(_ object: JSONObject) {
        self.object = object
    }

    package subscript(_ name: String) -> JSON? { object[name] }

    /// Checks times and audience. A claim that is missing or null passes.
    ///
    /// - Parameter now: seconds since 1970, rounded down.
    /// - Parameter audience: who the token must be for; nil: anyone.
    package func check(now: Int, audience: String?) throws(ClaimError) {
        if let expiry = try time("exp", else: .expiryNotNumber), now - Limits.clockSkew > expiry { throw .expired }
        if let start = try time("nbf", else: .notBeforeNotNumber), now + Limits.clockSkew < start { throw .notYetValid }
        if let issue = try time("iat", else: .issuedAtNotNumber), now + Limits.clockSkew < issue { throw .issuedInFuture }
        try check(audience: audience)
    }

    private func time(_ name: String, else error: ClaimError) throws(ClaimError) -> Int? {
        switch object[name] {
        case nil, .null: return nil
        // PostgREST reads what is not a whole number of 64 bits as 0.
        case .number?: return object[name]?.wholeNumber ?? 0
        case .bool, .string, .array, .object: throw error
        }
    }

    private func check(audience: String?) throws(ClaimError) {
        let audiences: [String]
        switch object["aud"] {
        case nil, .null: return
        case .string(let one): audiences = [one]
        case .array(let several):
            audiences = several.compactMap(\.string)
            guard audiences.count == several.count else { throw .audienceNotText }
            if audiences.isEmpty { return }
        case .bool, .number, .object: throw .audienceNotText
        }
        guard let audience else { return }
        guard audiences.contains(where: { $0.isSpelled(audience) }) else { throw .otherAudience }
    }
}

/// Why claims are refused, in the order of the checks.
package enum ClaimError: Error, Sendable, Hashable {
    case expiryNotNumber
    case expired
    case notBeforeNotNumber
    case notYetValid
    case issuedAtNotNumber
    case issuedInFuture
    case audienceNotText
    case otherAudience
}
