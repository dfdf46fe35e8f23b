import HTTPServing

extension AuthMessage {
    /// An e-mail with a code and the link that redeems it.
    static func email(
        _ purpose: Purpose, to recipient: String, _ code: OneTimeCode, user: User, redirect: RedirectTarget, settings: AuthSettings
    ) -> AuthMessage {
        let type =
            switch purpose {
            case .confirmation: "signup"
            case .emailChange: "email_change"
            case .sms: "sms"
            }
        let link = "\(settings.externalURL)/verify?token=\(code.hash)&type=\(type)&redirect_to=\(linkValue(redirect.url))"
        return AuthMessage(
            purpose: purpose, recipient: recipient, code: code.code, tokenHash: code.hash, link: link, redirect: redirect.url,
            siteURL: settings.siteURL, email: user.email, newEmail: user.newEmail, userMetadata: user.userMetadata, text: "")
    }

    static func sms(to recipient: String, _ code: OneTimeCode, user: User, settings: AuthSettings) -> AuthMessage {
        AuthMessage(
            purpose: .sms, recipient: recipient, code: code.code, tokenHash: "", link: "", redirect: "", siteURL: settings.siteURL,
            email: user.email, newEmail: "", userMetadata: user.userMetadata,
            text: settings.sms.template.replacing("{{ .Code }}", with: code.code))
    }

    /// As it is, unless it would be taken for more parameters.
    private static func linkValue(_ url: String) -> String {
        guard url.contains(where: { "&=#".contains($0) }) else { return url }
        return PercentEncoding.encode(url.utf8)
    }
}
