import AuthService

extension ConfigurationKey {
    /// The sections of the file. Those that have no meaning here yet are accepted.
    static let all: [String: ConfigurationKey] = {
        var keys: [String: ConfigurationKey] = ["auth": .section(auth), "inbucket": .section(inbox), "local_smtp": .section(inbox)]
        for name in [
            "project_id", "api", "db", "realtime", "studio", "storage", "edge_runtime", "analytics", "experimental", "functions", "remotes",
        ] { keys[name] = .accepted }
        return keys
    }()

    private static let inbox: [String: ConfigurationKey] = [
        "enabled": .accepted, "port": .number(0...65_535) { $0.configuration.inboxPort = UInt16($1) }, "smtp_port": .accepted,
        "pop3_port": .accepted,
        "admin_email": .text { $0.configuration.auth.email.senderAddress = $1 },
        "sender_name": .text { $0.configuration.auth.email.senderName = $1 },
    ]

    private static let auth: [String: ConfigurationKey] = [
        "enabled": .flag { if !$1 { $0.warn("Auth is served all the same") } },
        "site_url": .text { $0.configuration.auth.siteURL = $1 },
        "external_url": .text { $0.configuration.authURL = $1.isEmpty ? nil : $1 },
        "additional_redirect_urls": .texts { $0.configuration.auth.redirectURLs = $1 },
        "jwt_expiry": .number(1...604_800) { $0.configuration.auth.accessTokenLife = $1 },
        "jwt_issuer": .text { $0.configuration.auth.issuer = $1.isEmpty ? nil : $1 },
        "jwt_secret": .text { settings, secret throws(ConfigurationProblem) in
            guard secret.utf8.count >= 16 else { throw ConfigurationProblem("a secret has at least 16 characters") }
            settings.keys.jwtSecret = secret
        },
        "anon_key": .text { $0.keys.anonKey = $1 }, "service_role_key": .text { $0.keys.serviceRoleKey = $1 },
        "publishable_key": .text { $0.keys.publishableKey = $1 }, "secret_key": .text { $0.keys.secretKey = $1 },
        "signing_keys_path": .text { settings, path throws(ConfigurationProblem) in
            if !path.isEmpty { settings.configuration.auth.signingKeys = try settings.signingKeys(path) }
        },
        "enable_refresh_token_rotation": .flag { $0.configuration.auth.refreshTokenRotationEnabled = $1 },
        "refresh_token_reuse_interval": .number(0...604_800) { $0.configuration.auth.refreshTokenReuseInterval = Double($1) },
        "enable_signup": .flag { $0.configuration.auth.signupEnabled = $1 },
        "enable_anonymous_sign_ins": .flag { $0.configuration.auth.anonymousSignInsEnabled = $1 },
        "enable_manual_linking": .flag { $0.configuration.auth.manualLinkingEnabled = $1 },
        "minimum_password_length": .number(0...72) { $0.configuration.auth.minimumPasswordLength = $1 },
        "password_requirements": .text { settings, text throws(ConfigurationProblem) in
            guard let requirements = AuthSettings.PasswordRequirements(rawValue: text) else {
                throw ConfigurationProblem("there are no requirements called \"\(text)\"")
            }
            settings.configuration.auth.passwordRequirements = requirements
        },
        "email": .section(email), "sms": .section(sms), "mfa": .section(factors), "hook": .sections(hook), "external": .sections(provider),
        "rate_limit": .section(rateLimits),
        "sessions": .section([
            "timebox": .duration { $0.configuration.auth.sessionTimeBox = $1 > 0 ? $1 : nil },
            "inactivity_timeout": .duration { $0.configuration.auth.sessionInactivityTimeout = $1 > 0 ? $1 : nil },
        ]),
        "captcha": .section([
            "enabled": .flag { $0.configuration.auth.captchaEnabled = $1 }, "provider": .accepted, "secret": .accepted,
        ]),
        "web3": .section([
            "solana": .section(["enabled": .flag { $0.configuration.auth.web3.solanaEnabled = $1 }]),
            "ethereum": .section(["enabled": .flag { $0.configuration.auth.web3.ethereumEnabled = $1 }]),
        ]),
        "oauth_server": .section(["enabled": .notEmulated, "authorization_url_path": .accepted, "allow_dynamic_registration": .accepted]),
        "passkey": .section(["enabled": .notEmulated]), "webauthn": .accepted,
        "third_party": .sections { _ in
            [
                "enabled": .notEmulated, "project_id": .accepted, "tenant": .accepted, "tenant_region": .accepted,
                "user_pool_id": .accepted,
                "user_pool_region": .accepted, "domain": .accepted,
            ]
        },
    ]

    private static let rateLimits: [String: ConfigurationKey] = {
        func limit(_ path: any WritableKeyPath<AuthSettings.RateLimits, Int> & Sendable) -> ConfigurationKey {
            .number(0...Int(Int32.max)) { $0.configuration.auth.rateLimits[keyPath: path] = $1 }
        }
        return [
            "email_sent": limit(\.emails), "sms_sent": limit(\.messages), "anonymous_users": limit(\.anonymousUsers),
            "token_refresh": limit(\.refreshes), "sign_in_sign_ups": limit(\.signIns), "token_verifications": limit(\.verifications),
            "web3": limit(\.web3),
        ]
    }()

    private static let factors: [String: ConfigurationKey] = [
        "max_enrolled_factors": .number(0...1000) { $0.configuration.auth.factors.maximumCount = $1 },
        "totp": .section([
            "enroll_enabled": .flag { $0.configuration.auth.factors.totp.canEnroll = $1 },
            "verify_enabled": .flag { $0.configuration.auth.factors.totp.canVerify = $1 },
        ]),
        "phone": .section([
            "enroll_enabled": .flag { $0.configuration.auth.factors.phone.canEnroll = $1 },
            "verify_enabled": .flag { $0.configuration.auth.factors.phone.canVerify = $1 },
            "otp_length": .number(6...10) { $0.configuration.auth.factors.phone.codeLength = $1 },
            "template": .text { $0.configuration.auth.factors.phone.template = $1 },
            "max_frequency": .duration { $0.configuration.auth.factors.phone.minimumGap = $1 },
        ]),
        "web_authn": .section([
            "enroll_enabled": .flag { $0.configuration.auth.factors.webAuthn.canEnroll = $1 },
            "verify_enabled": .flag { $0.configuration.auth.factors.webAuthn.canVerify = $1 },
        ]),
    ]

    private static let hook: @Sendable (String) -> [String: ConfigurationKey]? = { name in
        guard let point = AuthSettings.Hook.Point(rawValue: name) else { return nil }
        @Sendable func change(_ settings: inout ProjectSettings, _ body: (inout AuthSettings.Hook) -> Void) {
            body(&settings.configuration.auth.hooks[point, default: AuthSettings.Hook(uri: "", isEnabled: false)])
        }
        return [
            "enabled": .flag { settings, value in change(&settings) { $0.isEnabled = value } },
            "uri": .text { settings, value in
                if value.hasPrefix("https:") { settings.warn("there is no TLS: the hook will fail when it is asked") }
                change(&settings) { $0.uri = value }
            },
            "secrets": .text { settings, value in
                change(&settings) { $0.secrets = value.split(separator: "|").map(String.init) }
            },
        ]
    }
}
