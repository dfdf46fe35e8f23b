package import HTTPServing
internal import JSONText
package import Tokens

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
    /// - Parameter tokens: those that were verified before, with the same configuration.
    package func caller(of request: Request, now: Int, tokens: inout VerifiedTokens) throws(RESTError) -> Caller {
        guard let field = request.headers.first("Authorization"), let token = Self.bearerToken(in: field.value) else {
            guard let anonymous else { throw .anonymousAccessDisabled }
            return anonymous
        }
        guard let verifier else { throw .noSecret }
        guard !token.isEmpty else { throw .emptyToken }
        do {
            return try caller(tokens.claims(of: String(decoding: token, as: UTF8.self), verifier: verifier), now: now)
        } catch let error as JWTError {
            throw RESTError(error)
        } catch let error as RESTError {
            throw error
        } catch {
            // Nothing else is thrown above; typed throws do not tell when two kinds meet.
            throw .malformedToken
        }
    }

    private func caller(_ claims: JWTClaims, now: Int) throws(RESTError) -> Caller {
        do {
            try claims.check(now: now, audience: audience)
        } catch {
            throw RESTError(error)
        }
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
