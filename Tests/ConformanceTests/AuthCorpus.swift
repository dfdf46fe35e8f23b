import AuthService
import Foundation
import JSONText

/// What was sent to the real Auth server, and what it answered.
struct AuthCorpus {
    struct Scenario: Sendable {
        let file: String
        let name: String
        let configuration: String
        /// Something that an implementation may do otherwise.
        let isLocalChoice: Bool
        let steps: [JSON]
        /// Whether something expires in it.
        var isTimed: Bool {
            steps.contains { step in
                if case .number(let seconds)? = step["wait"] { Double(seconds) ?? 0 >= 1 } else { false }
            }
        }

        /// One answer for each step that has one.
        let answers: [JSON]
    }

    let scenarios: [Scenario]
    let configurations: [String: AuthSettings]

    static func load() throws -> AuthCorpus {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("auth")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("scenarios").path)
        var scenarios: [Scenario] = []
        for file in files.filter({ $0.hasSuffix(".json") }).sorted() {
            let golden = try json(folder.appendingPathComponent("golden").appendingPathComponent(file))
            for scenario in try json(folder.appendingPathComponent("scenarios").appendingPathComponent(file))["scenarios"]?.array ?? [] {
                guard let name = scenario["name"]?.string, let configuration = scenario["config"]?.string else { continue }
                scenarios.append(
                    Scenario(
                        file: String(file.dropLast(5)), name: name, configuration: configuration,
                        isLocalChoice: scenario["local_choice"]?.bool ?? false, steps: scenario["steps"]?.array ?? [],
                        answers: golden[name]?.array ?? []))
            }
        }
        let configurations = try json(folder.appendingPathComponent("configs.json"))["configs"]?.object?.members ?? []
        return AuthCorpus(
            scenarios: scenarios,
            configurations: Dictionary(configurations.compactMap { member in settings(member.value).map { (member.name, $0) } }) { $1 })
    }

    private static func json(_ file: URL) throws -> JSON {
        try JSON(parsing: Array(Data(contentsOf: file)))
    }
}

// MARK: - Configurations

extension AuthCorpus {
    /// Nil when the configuration needs what is not built yet.
    private static func settings(_ configuration: JSON) -> AuthSettings? {
        var settings = AuthSettings()
        settings.passwordCost = 4
        for member in configuration["settings"]?.object?.members ?? [] {
            guard apply(member.name, member.value, to: &settings) else { return nil }
        }
        return settings
    }

    private static func apply(_ name: String, _ value: JSON, to settings: inout AuthSettings) -> Bool {
        let isOn = value.bool ?? false
        switch name {
        case "additional_redirect_urls": settings.redirectURLs = value.array?.compactMap(\.string) ?? []
        case "enable_signup": settings.signupEnabled = isOn
        case "enable_anonymous_sign_ins": settings.anonymousSignInsEnabled = isOn
        case "refresh_token_reuse_interval": settings.refreshTokenReuseInterval = Double(value.int ?? 10)
        case "minimum_password_length": settings.minimumPasswordLength = value.int ?? 6
        case "password_requirements": settings.passwordRequirements = value.string.flatMap(AuthSettings.PasswordRequirements.init) ?? .none
        case "jwt_expiry": settings.accessTokenLife = value.int ?? 3600
        case "sessions.timebox": settings.sessionTimeBox = seconds(value)
        case "email.enable_signup": settings.email.isEnabled = isOn
        case "email.enable_confirmations": settings.email.confirmationsEnabled = isOn
        case "email.double_confirm_changes": settings.email.doubleConfirmsChanges = isOn
        case "email.max_frequency": settings.email.minimumGap = seconds(value) ?? 1
        case "email.otp_length": settings.email.codeLength = value.int ?? 6
        case "email.otp_expiry": settings.email.codeLife = value.int ?? 3600
        case "sms.enable_signup": settings.sms.isEnabled = isOn
        case "sms.enable_confirmations": settings.sms.confirmationsEnabled = isOn
        case "sms.max_frequency": settings.sms.minimumGap = seconds(value) ?? 5
        case "sms.test_otp": settings.sms.testCodes = testCodes(value)
        case let name where name.hasPrefix("external."):
            settings.external[String(name.dropFirst(9))] = .init(clientIDs: value["client_id"]?.string.map { [$0] } ?? [])
        // Of endpoints that are not built.
        case let name
        where name.hasPrefix("mfa.") || name.hasPrefix("email.notification.") || name == "enable_manual_linking"
            || name == "email.secure_password_change":
            break
        default: return false
        }
        return true
    }

    private static func seconds(_ value: JSON) -> Double? {
        guard let text = value.string else { return nil }
        if text.hasSuffix("ms") { return Double(text.dropLast(2)).map { $0 / 1000 } }
        return text.hasSuffix("s") ? Double(text.dropLast()) : nil
    }

    /// `A..B` stands for every number from A to B.
    private static func testCodes(_ value: JSON) -> [String: String] {
        var codes: [String: String] = [:]
        for member in value.object?.members ?? [] {
            let ends = member.name.components(separatedBy: "..").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last else { continue }
            for number in first...last { codes[String(number)] = member.value.string }
        }
        return codes
    }
}
