import AuthService

/// The keys about e-mail, SMS and providers.
extension ConfigurationKey {
    static let email: [String: ConfigurationKey] = [
        "enable_signup": .flag { $0.configuration.auth.email.isEnabled = $1 },
        "double_confirm_changes": .flag { $0.configuration.auth.email.doubleConfirmsChanges = $1 },
        "enable_confirmations": .flag { $0.configuration.auth.email.confirmationsEnabled = $1 },
        "secure_password_change": .flag { $0.configuration.auth.email.passwordChangeNeedsReauthentication = $1 },
        "max_frequency": .duration { $0.configuration.auth.email.minimumGap = $1 },
        // Other lengths than 6 to 10 count as 6.
        "otp_length": .number(0...1000) { $0.configuration.auth.email.codeLength = 6...10 ~= $1 ? $1 : 6 },
        "otp_expiry": .number(0...31_536_000) { $0.configuration.auth.email.codeLife = $1 },
        "smtp": .section([
            "enabled": .flag { if $1 { $0.warn("nothing leaves this machine: messages are kept in the local inbox") } },
            "host": .accepted, "port": .accepted, "user": .accepted, "pass": .accepted,
            "admin_email": .text { $0.configuration.auth.email.senderAddress = $1 },
            "sender_name": .text { $0.configuration.auth.email.senderName = $1 },
        ]),
        "template": .sections { template($0, isNotice: false) },
        "notification": .sections { template($0, isNotice: true) },
    ]

    private static func template(_ text: String, isNotice: Bool) -> [String: ConfigurationKey]? {
        guard let name = MailTemplate.Name(rawValue: text), name.isNotice == isNotice else { return nil }
        var keys: [String: ConfigurationKey] = [
            "subject": .text { $0.configuration.auth.email.templates[name, default: MailTemplate()].subject = $1 },
            "content": .text { $0.configuration.auth.email.templates[name, default: MailTemplate()].html = $1 },
            "content_path": .text { settings, path in
                guard !path.isEmpty else { return }
                do throws(ConfigurationProblem) {
                    let html = try settings.read(path, in: settings.folder)
                    settings.configuration.auth.email.templates[name, default: MailTemplate()].html = html
                } catch {
                    settings.warn("\(error.reason); the standard wording is used")
                }
            },
        ]
        if isNotice {
            keys["enabled"] = .flag { settings, isOn in
                if isOn {
                    settings.configuration.auth.email.notices.insert(name)
                } else {
                    settings.configuration.auth.email.notices.remove(name)
                }
            }
        }
        return keys
    }

    static let sms: [String: ConfigurationKey] = {
        var keys: [String: ConfigurationKey] = [
            "enable_signup": .flag { $0.configuration.auth.sms.isEnabled = $1 },
            "enable_confirmations": .flag { $0.configuration.auth.sms.confirmationsEnabled = $1 },
            "template": .text { $0.configuration.auth.sms.template = $1 },
            "max_frequency": .duration { $0.configuration.auth.sms.minimumGap = $1 },
            "test_otp": .textsByName { settings, codes in
                settings.configuration.auth.sms.testCodes = Dictionary(
                    codes.map { ($0.key.hasPrefix("+") ? String($0.key.dropFirst()) : $0.key, $0.value) }, uniquingKeysWith: { $1 })
            },
        ]
        for name in ["twilio", "twilio_verify", "messagebird", "textlocal", "vonage"] {
            var provider: [String: ConfigurationKey] = [
                "enabled": .flag { if $1 { $0.configuration.auth.sms.providerName = name } }
            ]
            for key in [
                "account_sid", "message_service_sid", "auth_token", "originator", "access_key", "sender", "api_key", "from", "api_secret",
            ] { provider[key] = .accepted }
            keys[name] = .section(provider)
        }
        return keys
    }()

    private static let providers: Set = [
        "apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab", "google", "kakao", "keycloak", "linkedin",
        "linkedin_oidc", "notion", "slack", "slack_oidc", "snapchat", "spotify", "twitch", "twitter", "x", "workos", "zoom",
    ]

    static let provider: @Sendable (String) -> [String: ConfigurationKey]? = { name in
        guard providers.contains(name) else { return nil }
        @Sendable func change(_ settings: inout ProjectSettings, _ body: (inout AuthSettings.Provider) -> Void) {
            body(&settings.configuration.auth.external[name, default: AuthSettings.Provider(clientIDs: [], secret: "", isEnabled: false)])
        }
        return [
            "enabled": .flag { settings, value in change(&settings) { $0.isEnabled = value } },
            "client_id": .text { settings, value in
                change(&settings) { $0.clientIDs = value.split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty } }
            },
            "secret": .text { settings, value in change(&settings) { $0.secret = value } },
            "redirect_uri": .text { settings, value in change(&settings) { $0.redirectURL = value.isEmpty ? nil : value } },
            "url": .text { settings, value in change(&settings) { $0.url = value.isEmpty ? nil : value } },
            "skip_nonce_check": .flag { settings, value in change(&settings) { $0.skipsNonceCheck = value } },
            "email_optional": .flag { settings, value in change(&settings) { $0.isEmailOptional = value } },
        ]
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        let text = drop { $0 == " " || $0 == "\t" }
        return String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
