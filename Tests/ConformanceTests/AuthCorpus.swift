import AuthService
import Foundation
import JSONText
import MockPostgrest

/// What was sent to the real Auth server, and what it answered.
struct AuthCorpus {
    struct Scenario: Sendable {
        let file: String
        let name: String
        let configuration: String
        /// Something that an implementation may do otherwise.
        let isLocalChoice: Bool
        let steps: [JSON]
        /// Whether something expires in it, or may not have expired yet.
        var isTimed: Bool {
            file == "factors"
                || steps.contains { step in
                    if case .number(let seconds)? = step["wait"] { Double(seconds) ?? 0 >= 1 } else { false }
                }
        }

        /// One answer for each step that has one.
        let answers: [JSON]
    }

    let scenarios: [Scenario]
    let configurations: [String: AuthSettings]

    /// - Parameter provider: where the provider of the configuration `oauth` is.
    static func load(provider: String) throws -> AuthCorpus {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("auth")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("scenarios").path)
        var scenarios: [Scenario] = []
        for file in files.filter({ $0.hasSuffix(".json") }).sorted() {
            let golden = try json(folder.appendingPathComponent("golden").appendingPathComponent(file), provider)
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
            configurations: Dictionary(
                try configurations.map { ($0.name, try settings($0.value, in: folder, provider)) }, uniquingKeysWith: { $1 }))
    }

    /// Functions and a trigger for the configuration `hooks`.
    static func hooks() throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("auth")
        return try String(contentsOf: folder.appendingPathComponent("hooks.sql"), encoding: .utf8)
    }

    private static func json(_ file: URL, _ provider: String = recordedProvider) throws -> JSON {
        try JSON(text: try String(contentsOf: file, encoding: .utf8).replacing(recordedProvider, with: provider))
    }
}

// MARK: - Configurations

extension AuthCorpus {
    /// Where the provider was when the answers were recorded.
    static let recordedProvider = "http://127.0.0.1:54990"

    /// The configuration as the `config.toml` of a project, read as the server reads it.
    private static func settings(_ configuration: JSON, in folder: URL, _ provider: String) throws -> AuthSettings {
        var lines = ["[auth]"]
        for member in configuration["settings"]?.object?.members ?? [] {
            let value = member.name == "sms.test_otp" ? testCodes(member.value) : member.value
            lines.append("\(member.name) = \(toml(value))")
        }
        if configuration["templates"]?.bool == true {
            for name in MailTemplate.Name.allCases {
                let section = "email.\(name.isNotice ? "notification" : "template").\(name.rawValue)"
                lines.append("\(section).content_path = \"./templates/\(name.rawValue).html\"")
            }
        }
        var server = MockServerConfiguration()
        let warnings = try server.readProject(
            text: lines.joined(separator: "\n").replacing(recordedProvider, with: provider), folder: folder.path, environment: [:])
        guard warnings.isEmpty else { throw CorpusError(warnings.joined(separator: "\n")) }
        server.auth.passwordCost = 4
        return server.auth
    }

    private static func toml(_ value: JSON) -> String {
        guard let object = value.object else { return value.text }
        return "{ " + object.members.map { "\($0.name) = \(toml($0.value))" }.joined(separator: ", ") + " }"
    }

    /// `A..B` stands for every number from A to B.
    private static func testCodes(_ value: JSON) -> JSON {
        var codes = JSONObject()
        for member in value.object?.members ?? [] {
            let ends = member.name.components(separatedBy: "..").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last else { continue }
            for number in first...last { codes.set(String(number), member.value) }
        }
        return .object(codes)
    }
}
