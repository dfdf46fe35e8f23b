import JSONText

/// Hooks that send messages in the service's place.
extension AuthResponder {
    /// Whether there is a hook; what it refuses is thrown.
    nonisolated(nonsending)
        func sendByHook(_ transaction: AuthTransaction, _ message: AuthMessage) async throws -> Bool
    {
        switch message.purpose {
        case .sms:
            let sms: JSONObject = [
                "otp": .string(message.code), "phone": .string(message.recipient), "sms_type": "sms",
            ]
            return try await ask(.sendSMS, ["user": message.user, "sms": .object(sms)], in: transaction) != nil
        case .mail:
            let data = message.hookData(settings)
            return try await ask(.sendEmail, ["user": message.user, "email_data": .object(data)], in: transaction) != nil
        }
    }

    /// A change of address is one question, with both codes. The names are crossed, as in the real service: `token` and
    /// `token_hash_new` belong to the old address, `token_new` and `token_hash` to the new one.
    nonisolated(nonsending)
        func sendEmailChangeByHook(
            _ transaction: AuthTransaction, _ message: AuthMessage, new: OneTimeCode, old: OneTimeCode?
        ) async throws -> Bool
    {
        guard settings.hook(.sendEmail) != nil else { return false }
        var data = message.hookData(settings)
        if let old {
            data.set("token", .string(old.code))
            data.set("token_hash_new", .string(old.hash))
            data.set("token_new", .string(new.code))
            data.set("token_hash", .string(new.hash))
        }
        return try await ask(.sendEmail, ["user": message.user, "email_data": .object(data)], in: transaction) != nil
    }
}

extension AuthMessage {
    /// What a hook is told of a mail; what a mail has not is "".
    func hookData(_ settings: AuthSettings) -> JSONObject {
        var action = ""
        if case .mail(let name) = purpose {
            action = name.isNotice ? name.rawValue + "_notification" : name.linkType ?? name.rawValue
        }
        return [
            "token": .string(code), "token_hash": .string(tokenHash), "redirect_to": .string(redirect),
            "email_action_type": .string(action),
            "site_url": .string(settings.externalURL), "token_new": "", "token_hash_new": "", "old_email": .string(details.oldEmail),
            "old_phone": .string(details.oldPhone), "provider": .string(details.provider), "factor_type": .string(details.factorType),
        ]
    }
}
