package import HTTPServing
internal import JSONText
internal import Tokens

/// Finds out who a request is made for, from its `Authorization` header (rest.md 9.1 to 9.4).
package struct Authenticator: Sendable {
    private let verifier: JWTVerifier?
    private let audience: String?
    private let roleClaim: RoleClaimPath
    private let anonymous: Caller?

    package init(_ configuration: RESTConfiguration) {
        verifier = configuration.keys.map { JWTVerifier(keys: $0) }
        audience = configuration.audience
        roleClaim = configuration.roleClaim
        anonymous = configuration.anonymousRole.map { role in
            Caller(role: role, claims: JSON.object(JSONObject([.init("role", .string(role))])).canonical(), isAuthenticated: false)
        }
    }

    /// - Parameter now: seconds since 1970, rounded down.
    /// - Parameter callers: those of tokens that were verified before, with the same configuration.
    package func caller(of request: Request, now: Int, callers: inout KnownCallers) throws(RESTError) -> Caller {
        guard let field = request.headers.first("Authorization"), let token = Self.bearerToken(in: field.value) else {
            guard let anonymous else { throw .anonymousAccessDisabled }
            return anonymous
        }
        guard let verifier else { throw .noSecret }
        guard !token.isEmpty else { throw .emptyToken }
        let text = String(decoding: token, as: UTF8.self)
        if let known = callers.known[text] {
            callers.count(hit: true)
            try check(known.claims, now: now)
            return known.caller
        }
        callers.count(hit: false)
        let claims: JWTClaims
        do {
            claims = try verifier.claims(of: text)
        } catch {
            throw RESTError(error)
        }
        try check(claims, now: now)
        let caller = try caller(claims)
        callers.known.remember(text, KnownCallers.Known(claims: claims, caller: caller))
        return caller
    }

    private func check(_ claims: JWTClaims, now: Int) throws(RESTError) {
        do {
            try claims.check(now: now, audience: audience)
        } catch {
            throw RESTError(error)
        }
    }

    private func caller(_ claims: JWTClaims) throws(RESTError) -> Caller {
        guard let role = roleClaim.role(in: .object(claims.object)) ?? anonymous?.role else { throw .anonymousAccessDisabled }
        var object = claims.object
        object.set("role", .string(role))
        return Caller(
            role: role, claims: JSON.object(object).canonical(), isAuthenticated: anonymous.map { !$0.role.isSpelled(role) } ?? true)
    }

    /// What follows `Bearer` and white space; nil for other schemes. `Bearer` alone holds an empty token.
    private static func bearerToken(in value: [UInt8]) -> ArraySlice<UInt8>? {
        let scheme = value.prefix { !$0.isLatin1Space }
        guard scheme.count == 6, scheme.map(\.asciiLowercased).elementsEqual("bearer".utf8) else { return nil }
        return value[scheme.endIndex...].drop { $0.isLatin1Space }
    }
}

extension UInt8 {
    fileprivate var isLatin1Space: Bool { self == 0x20 || 0x09...0x0D ~= self || self == 0xA0 }
}
