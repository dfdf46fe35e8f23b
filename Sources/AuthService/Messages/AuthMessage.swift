import HTTPServing
package import JSONText

/// A message to a user: what it is about, and how that is worded.
package struct AuthMessage: Sendable, Hashable {
    package enum Purpose: Sendable, Hashable {
        case mail(MailTemplate.Name)
        case sms

        /// As it is called in the inbox.
        package var name: String {
            switch self {
            case .mail(let name): name.rawValue
            case .sms: "sms"
            }
        }
    }

    package var purpose: Purpose
    package var recipient: String
    /// "" in a notice.
    package var code = ""
    /// "" in an SMS, like the link.
    package var tokenHash = ""
    package var link = ""
    package var redirect = ""
    package var siteURL: String
    /// The user's address, which is not the recipient when a new one is to be confirmed.
    package var email: String
    package var newEmail = ""
    package var userMetadata: JSON
    /// The user as hooks see them.
    package var user: JSON
    /// What a notice tells.
    package var details = Details()

    package var senderAddress: String
    package var senderName: String
    /// The words, which `MessageWording` finds.
    package var subject = ""
    package var html = ""
    package var text = ""

    package struct Details: Sendable, Hashable {
        package var oldEmail = ""
        package var oldPhone = ""
        package var phone = ""
        package var provider = ""
        package var factorType = ""
    }
}

// MARK: - Composing

extension AuthMessage {
    private init(_ purpose: Purpose, to recipient: String, user: User, settings: AuthSettings) {
        self.purpose = purpose
        self.recipient = recipient
        siteURL = settings.siteURL
        email = user.email
        newEmail = user.newEmail
        userMetadata = user.userMetadata
        self.user = user.json
        senderAddress = settings.email.senderAddress
        senderName = settings.email.senderName
    }

    /// An e-mail with a code and the link that redeems it.
    static func email(
        _ name: MailTemplate.Name, to recipient: String, _ code: OneTimeCode, user: User, redirect: RedirectTarget, settings: AuthSettings
    ) -> AuthMessage {
        var message = AuthMessage(.mail(name), to: recipient, user: user, settings: settings)
        message.code = code.code
        message.tokenHash = code.hash
        message.redirect = redirect.url
        if let type = name.linkType {
            message.link = settings.verificationLink(code.hash, type: type, redirect: redirect.url)
        }
        return message
    }

    /// An e-mail that tells of a change of the account.
    static func notice(
        _ name: MailTemplate.Name, to recipient: String, user: User, _ details: Details = Details(), settings: AuthSettings
    ) -> AuthMessage {
        var message = AuthMessage(.mail(name), to: recipient, user: user, settings: settings)
        message.details = details
        return message
    }

    /// - Parameter template: the text, with the code in place of `{{ .Code }}`; nil: that of confirmations.
    static func sms(
        to recipient: String, _ code: OneTimeCode, user: User, template: String? = nil, settings: AuthSettings
    ) -> AuthMessage {
        var message = AuthMessage(.sms, to: recipient, user: user, settings: settings)
        message.code = code.code
        message.text = template ?? settings.sms.template
        return message
    }
}

extension MailTemplate.Name {
    /// The `type` in the link; nil: the message has none.
    var linkType: String? {
        switch self {
        case .confirmation: "signup"
        case .invite: "invite"
        case .magicLink: "magiclink"
        case .recovery: "recovery"
        case .emailChange: "email_change"
        case .reauthentication, .passwordChanged, .emailChanged, .phoneChanged, .identityLinked, .identityUnlinked, .mfaFactorEnrolled,
            .mfaFactorUnenrolled:
            nil
        }
    }
}

extension AuthSettings {
    /// The link that redeems a code.
    func verificationLink(_ tokenHash: String, type: String, redirect: String) -> String {
        // As it is, unless it would be taken for more parameters.
        let target = redirect.contains(where: { "&=#".contains($0) }) ? PercentEncoding.encode(redirect.utf8) : redirect
        return "\(externalURL)/verify?token=\(tokenHash)&type=\(type)&redirect_to=\(target)"
    }
}
