import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /verify: a code that was typed in, or the hash in a link that an application took apart.
extension AuthResponder {
    func verify(_ request: AuthRequest) async throws -> Response {
        let form = try VerifyForm(request.body.fields())
        let answer: JSONObject = try await database.transaction { transaction in
            let (user, redeemed) =
                form.tokenHash.isEmpty
                ? try await find(transaction, form, request) : try await find(transaction, hash: form.tokenHash, form.type)
            switch try await redeem(transaction, redeemed, of: user) {
            case .half: return ["msg": .string(Self.otherAddressMessage), "code": "200"]
            case .done(let user):
                return try await begin(transaction, NewSession(userID: user.id, method: .otp, client: request.client))
            }
        }
        return .json(answer)
    }

    static let otherAddressMessage = "Confirmation link accepted. Please proceed to confirm link sent to the other email"

    /// Whose link it is. Nobody else can redeem it at the same time.
    nonisolated(nonsending)
        func find(_ transaction: AuthTransaction, hash: String, _ type: VerificationType) async throws -> (User, RedeemedCode)
    {
        guard !type.isPhone, !type.codes.isEmpty else { throw AuthError.validation("Invalid email verification type") }
        let expired = AuthError(403, "otp_expired", "Email link is invalid or has expired")
        let row = try await transaction.run([UserQuery.owner(ofHash: hash, type.codes)]).first?.json
        guard let row, let id = row["user_id"]?.string, let code = row["kind"]?.string.flatMap(OneTimeToken.init),
            let user = try await transaction.lockedUser(id)
        else { throw expired }
        guard !user.isBanned else { throw AuthError(403, "user_banned", "User is banned") }
        // Somebody may have been faster: what is true under the lock counts.
        guard user.holds(hash, as: code, acceptsBound: false), !user.isExpired(code, life: settings.email.codeLife) else { throw expired }
        return (user, RedeemedCode(type: type.effective(code), code: code))
    }

    /// Whose code it is, by the address that it was sent to.
    nonisolated(nonsending)
        private func find(
            _ transaction: AuthTransaction, _ form: VerifyForm, _ request: AuthRequest
        ) async throws -> (User, RedeemedCode)
    {
        let expired = AuthError(403, "otp_expired", "Token has expired or is invalid")
        // A number has no code for an address, nor the other way round.
        guard form.type.isPhone == (form.contact.kind == .phone) else { throw expired }
        let hash = OneTimeCode(form.token, for: form.contact.text, isBound: false).hash
        let owner: SQL =
            switch form.type {
            case .phoneChange: UserQuery.byNewPhone(form.contact.text, audience: request.audience)
            case .emailChange: UserQuery.byEmailChange(hash)
            case .sms, .signup, .invite, .recovery, .magicLink, .email, .other:
                UserQuery.byContact(form.contact, audience: request.audience)
            }
        guard let id = try await transaction.run([owner]).first?.user?.id, let user = try await transaction.lockedUser(id) else {
            throw expired
        }
        guard !user.isBanned else { throw AuthError(403, "user_banned", "User is banned") }
        for code in form.type.codes {
            // A number that is sent nothing has its code at any time.
            let isFixed = form.type.isPhone && settings.testCode(form.contact.text) == form.token
            let life = form.type.isPhone ? Limits.smsCodeLife : settings.email.codeLife
            guard isFixed || (user.holds(hash, as: code, acceptsBound: true) && !user.isExpired(code, life: life)) else { continue }
            return (user, RedeemedCode(type: form.type.effective(code), code: code))
        }
        throw expired
    }
}

private struct VerifyForm: Sendable {
    let type: VerificationType
    let token: String
    let tokenHash: String
    /// What the code was sent to; meaningless with a hash.
    let contact: Contact

    init(_ fields: AuthBody.Fields) throws(AuthError) {
        let (type, email, phone) = try (fields.text("type"), fields.text("email"), fields.text("phone"))
        token = try fields.text("token")
        tokenHash = try fields.text("token_hash")
        let redirect = try fields.text("redirect_to")
        guard !type.isEmpty else { throw .validation("Verify requires a verification type") }
        self.type = VerificationType(type)
        guard token.isEmpty != tokenHash.isEmpty else { throw .validation("Verify requires either a token or a token hash") }
        if !tokenHash.isEmpty {
            guard email.isEmpty, phone.isEmpty, redirect.isEmpty else {
                throw .validation("Only the token_hash and type should be provided")
            }
            contact = .email("")
        } else if !phone.isEmpty, email.isEmpty {
            contact = try Contact(phone: phone)
        } else if !email.isEmpty, phone.isEmpty {
            do throws(AuthError) {
                contact = try Contact(email: email)
            } catch {
                throw .validation("Invalid email format", status: 422)
            }
        } else {
            throw .validation("Only an email address or phone number should be provided on verify")
        }
    }
}
