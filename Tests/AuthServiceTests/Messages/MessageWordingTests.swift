import JSONText
import Testing

@testable import AuthService

@Suite("Words of messages")
struct MessageWordingTests {
    private let user = User(["id": "1", "email": "ann@example.org", "user_metadata": ["name": "Ann"], "new_email": "new@example.org"])
    private let redirect = RedirectTarget(url: "http://127.0.0.1:3000")

    private func message(_ name: MailTemplate.Name, _ settings: AuthSettings) -> AuthMessage {
        let code = OneTimeCode("123456", for: "ann@example.org", isBound: false)
        return MessageWording(settings).worded(
            .email(name, to: "ann@example.org", code, user: user, redirect: redirect, settings: settings))
    }

    @Test("hold the code and the link, when nothing is configured", arguments: MailTemplate.Name.allCases)
    func standard(name: MailTemplate.Name) {
        let settings = AuthSettings()
        let message = message(name, settings)
        #expect(!message.subject.isEmpty && !message.html.contains("{{") && !message.text.contains("<"))
        if !name.isNotice { #expect(message.html.contains("123456")) }
        if let type = name.linkType {
            #expect(message.html.contains("&amp;type=\(type)&amp;"))
            #expect(message.text.contains("(\(message.link))"))
        }
    }

    @Test("are the project's, and standard again where those do not work")
    func templates() {
        var settings = AuthSettings()
        settings.email.templates[.invite] = .init(subject: "Come, {{ .Data.name }}", html: "<p>{{ .Token }} for {{ .SendingTo }}</p>")
        settings.email.templates[.recovery] = .init(subject: "{{ if }}", html: "{{ broken")
        #expect(message(.invite, settings).subject == "Come, Ann")
        #expect(message(.invite, settings).html == "<p>123456 for ann@example.org</p>")
        #expect(message(.invite, settings).text == "123456 for ann@example.org\n")
        #expect(message(.recovery, settings) == message(.recovery, AuthSettings()))
    }

    @Test("of an SMS are a text with the code")
    func sms() {
        var settings = AuthSettings()
        settings.sms.template = "{{ .Code }} & {{.Code}}"
        let code = OneTimeCode("123456", for: "1555", isBound: false)
        #expect(MessageWording(settings).worded(.sms(to: "1555", code, user: user, settings: settings)).text == "123456 & 123456")
    }

    @Test(
        "lead to where the caller wants",
        arguments: [("http://a/b?c", "http://a/b?c"), ("http://a/?b=1", "http%3A%2F%2Fa%2F%3Fb%3D1"), ("app://x#y", "app%3A%2F%2Fx%23y")])
    func links(redirect: String, value: String) {
        let link = AuthSettings().verificationLink("ab", type: "signup", redirect: redirect)
        #expect(link == "http://127.0.0.1:54321/auth/v1/verify?token=ab&type=signup&redirect_to=\(value)")
    }
}
