import JSONText

/// The words of every message: the project's templates, or the standard ones where those are missing or do not work.
struct MessageWording: Sendable {
    private struct Wording: Sendable {
        var subject: TextTemplate
        var html: TextTemplate
    }

    private let chosen: [MailTemplate.Name: MailTemplate]
    private var wordings: [MailTemplate.Name: Wording] = [:]

    init(_ settings: AuthSettings) {
        chosen = settings.email.templates
        for name in MailTemplate.Name.allCases {
            let template = chosen[name] ?? MailTemplate()
            wordings[name] = Wording(
                subject: Self.template(template.subject, name.standardSubject), html: Self.template(template.html, name.standardHTML))
        }
    }

    private static func template(_ text: String?, _ standard: String) -> TextTemplate {
        if let text, !text.isEmpty, let template = try? TextTemplate(text) { return template }
        guard let template = try? TextTemplate(standard) else { preconditionFailure("the standard wording is a template") }
        return template
    }

    func worded(_ message: AuthMessage) -> AuthMessage {
        var worded = message
        switch message.purpose {
        case .sms:
            // Not HTML: nothing is escaped, and there is only one thing to fill in.
            worded.text = message.text.replacing(#/\{\{-?\s*\.Code\s*-?\}\}/#, with: message.code)
        case .mail(let name):
            let values = message.values
            worded.subject = Self.render(wordings[name]?.subject, values, name.standardSubject)
            worded.html = Self.render(wordings[name]?.html, values, name.standardHTML)
            worded.text = PlainText.of(html: worded.html)
        }
        return worded
    }

    private static func render(_ template: TextTemplate?, _ values: JSON, _ standard: String) -> String {
        if let text = try? template?.rendered(with: values) { return text }
        return (try? TextTemplate(standard).rendered(with: values)) ?? ""
    }
}

extension AuthMessage {
    /// What templates can name.
    fileprivate var values: JSON {
        [
            "ConfirmationURL": .string(link), "Token": .string(code), "TokenHash": .string(tokenHash), "SiteURL": .string(siteURL),
            "RedirectTo": .string(redirect), "Email": .string(email), "NewEmail": .string(newEmail), "SendingTo": .string(recipient),
            "Data": userMetadata, "OldEmail": .string(details.oldEmail), "OldPhone": .string(details.oldPhone),
            "Phone": .string(details.phone), "Provider": .string(details.provider), "FactorType": .string(details.factorType),
        ]
    }
}
