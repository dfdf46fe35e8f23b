import Foundation
import Testing

@testable import MockPostgrest

@Suite("A project's config.toml")
struct ProjectSettingsTests {
    private func read(_ text: String, _ environment: [String: String] = [:]) throws -> (MockServerConfiguration, [String]) {
        var configuration = MockServerConfiguration()
        let warnings = try configuration.readProject(text: text, folder: "/nowhere", environment: environment)
        return (configuration, warnings)
    }

    @Test("sets what Auth does")
    func auth() throws {
        let (configuration, warnings) = try read(
            """
            project_id = "app"
            [api]
            port = 54321
            [auth]
            site_url = "http://localhost:5173"
            additional_redirect_urls = ["app://**", "https://example.org"]
            jwt_expiry = 600
            enable_signup = false
            enable_anonymous_sign_ins = true
            enable_manual_linking = true
            minimum_password_length = 8
            password_requirements = "letters_digits"
            [auth.sessions]
            timebox = "24h"
            inactivity_timeout = "1h30m"
            [auth.email]
            enable_confirmations = true
            double_confirm_changes = false
            secure_password_change = true
            max_frequency = "1m0s"
            otp_length = 8
            [auth.email.notification.password_changed]
            enabled = true
            [auth.sms]
            enable_signup = true
            template = "{{ .Code }}!"
            [auth.sms.test_otp]
            4152127777 = "123456"
            "+15550101001" = "654321"
            [auth.sms.twilio]
            enabled = true
            account_sid = "x"
            [auth.mfa]
            max_enrolled_factors = 3
            totp = { enroll_enabled = true, verify_enabled = true }
            [auth.external.apple]
            enabled = true
            client_id = "com.example.app, com.example.web"
            secret = "env(APPLE_SECRET)"
            [auth.hook.custom_access_token]
            enabled = true
            uri = "http://127.0.0.1:9/hook"
            secrets = "v1,whsec_YQ==|v1,whsec_Yg=="
            [inbucket]
            port = 54324
            sender_name = "App"
            """)
        #expect(warnings.isEmpty)
        let auth = configuration.auth
        #expect(auth.siteURL == "http://localhost:5173")
        #expect(auth.redirectURLs == ["app://**", "https://example.org"])
        #expect(auth.accessTokenLife == 600)
        #expect(!auth.signupEnabled && auth.anonymousSignInsEnabled && auth.manualLinkingEnabled)
        #expect(auth.minimumPasswordLength == 8 && auth.passwordRequirements == .lettersDigits)
        #expect(auth.sessionTimeBox == 86_400 && auth.sessionInactivityTimeout == 5400)
        #expect(auth.email.confirmationsEnabled && !auth.email.doubleConfirmsChanges && auth.email.passwordChangeNeedsReauthentication)
        #expect(auth.email.minimumGap == 60 && auth.email.codeLength == 8 && auth.email.notices == [.passwordChanged])
        #expect(auth.email.senderName == "App" && auth.email.senderAddress == "admin@email.com")
        #expect(configuration.inboxPort == 54324)
        #expect(auth.sms.isEnabled && auth.sms.template == "{{ .Code }}!" && auth.sms.providerName == "twilio")
        #expect(auth.sms.testCodes == ["4152127777": "123456", "15550101001": "654321"])
        #expect(auth.factors.maximumCount == 3 && auth.factors.totp.canEnroll && auth.factors.totp.canVerify)
        #expect(auth.external["apple"]?.clientIDs == ["com.example.app", "com.example.web"])
        #expect(auth.external["apple"]?.isEnabled == true)
        #expect(auth.hooks[.customAccessToken]?.secrets == ["v1,whsec_YQ==", "v1,whsec_Yg=="])
    }

    @Test("takes values from the environment, and does without those that are not set")
    func environment() throws {
        let (configuration, warnings) = try read(
            """
            [auth]
            site_url = "env(SITE)"
            jwt_expiry = "env(EXPIRY)"
            minimum_password_length = "env(NOT_SET)"
            [auth.external.github]
            enabled = "env(GITHUB)"
            client_id = "env(NOT_SET)"
            """, ["SITE": "http://a", "EXPIRY": "60", "GITHUB": "true"])
        #expect(configuration.auth.siteURL == "http://a")
        #expect(configuration.auth.accessTokenLife == 60)
        #expect(configuration.auth.external["github"]?.isEnabled == true)
        #expect(
            warnings == [
                "supabase/config.toml, line 4, auth.minimum_password_length: the variable is not set, so the value is left out"
            ])
    }

    @Test("warns of what is not known or not emulated")
    func warnings() throws {
        let (_, warnings) = try read(
            """
            [auth]
            colour = "red"
            [auth.email.template.goodbye]
            subject = "Bye"
            [auth.oauth_server]
            enabled = true
            [wardrobe]
            [auth.email.template.invite]
            content_path = "./missing.html"
            """)
        #expect(
            warnings == [
                "supabase/config.toml, line 2, auth.colour: this key is not known, and ignored",
                "supabase/config.toml, line 3, auth.email.template.goodbye: this name is not known, and ignored",
                "supabase/config.toml, line 9, auth.email.template.invite.content_path: the file /nowhere/./missing.html cannot be read; the standard wording is used",
                "supabase/config.toml, line 6, auth.oauth_server.enabled: this is not emulated",
                "supabase/config.toml, line 7, wardrobe: this key is not known, and ignored",
            ])
    }

    @Test(
        "refuses values that make no sense, and names their line",
        arguments: [
            ("[auth]\nsite_url = 1", "line 2, auth.site_url: expected a text, found an integer"),
            ("[auth]\njwt_expiry = 0", "line 2, auth.jwt_expiry: 0 is not from 1 to 604800"),
            ("[auth]\nenable_signup = \"maybe\"", "line 2, auth.enable_signup: expected true or false, found \"maybe\""),
            (
                "[auth.email]\nmax_frequency = \"soon\"",
                "line 2, auth.email.max_frequency: expected a span of time such as \"1m30s\", found \"soon\""
            ),
            ("[auth]\nemail = 1", "line 2, auth.email: expected a table, found an integer"),
            ("[auth]\npassword_requirements = \"x\"", "line 2, auth.password_requirements: there are no requirements called \"x\""),
            ("[auth]\njwt_secret = \"short\"", "line 2, auth.jwt_secret: a secret has at least 16 characters"),
            (
                "[auth]\nsigning_keys_path = \"./k.json\"",
                "line 2, auth.signing_keys_path: the file /nowhere/supabase/./k.json cannot be read"
            ),
            ("[auth\n", "line 1: expected ']' after the name of a table, found the end of the line"),
        ])
    func refusals(text: String, reason: String) {
        #expect {
            try read(text)
        } throws: {
            "\($0)" == "supabase/config.toml, \(reason)"
        }
    }

    @Test("signs the keys of a project with its secret")
    func keys() throws {
        let secret = "a-secret-of-this-project-alone-and-long"
        let (configuration, _) = try read("[auth]\njwt_secret = \"\(secret)\"\nsecret_key = \"sb_secret_x\"")
        #expect(configuration.keys.jwtSecret == secret)
        #expect(configuration.keys.anonKey != APIKeys.local.anonKey && configuration.keys.anonKey.split(separator: ".").count == 3)
        #expect(configuration.keys.secretKey == "sb_secret_x" && configuration.keys.publishableKey == APIKeys.local.publishableKey)
        // The same tokens as the Supabase CLI's.
        #expect(APIKeys(jwtSecret: APIKeys.local.jwtSecret) == .local)
    }

    @Test("comes before the options of the command line, and reads the files of its folder")
    func options() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("project-\(UUID().uuidString)")
        let supabase = folder.appendingPathComponent("supabase")
        try FileManager.default.createDirectory(at: supabase, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<p>{{ .Token }}</p>".utf8).write(to: supabase.appendingPathComponent("invite.html"))
        try Data(
            """
            [auth]
            enable_anonymous_sign_ins = false
            site_url = "http://here"
            odd = 1
            [auth.email.template.invite]
            subject = "Come"
            content_path = "./supabase/invite.html"
            """.utf8
        ).write(to: supabase.appendingPathComponent("config.toml"))
        let options = try ServeOptions(["--anonymous-sign-ins", "--project", folder.path, "--port", "0"])
        #expect(options.configuration.auth.anonymousSignInsEnabled)
        #expect(options.configuration.auth.siteURL == "http://here")
        #expect(options.configuration.auth.email.templates[.invite] == MailTemplate(subject: "Come", html: "<p>{{ .Token }}</p>"))
        #expect(options.configuration.migrations == .project(folder.path) && options.configuration.port == 0)
        #expect(options.notices == ["supabase/config.toml, line 4, auth.odd: this key is not known, and ignored"])
    }
}
