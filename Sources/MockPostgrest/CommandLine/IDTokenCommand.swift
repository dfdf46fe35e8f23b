import AuthService
import Foundation

/// `mock-postgrest id-token`: an id token as Apple or Google would give it, for tests of an app. No server needs to run: the key
/// is built in.
enum IDTokenCommand {
    static func token(_ arguments: [String], currentFolder: String = FileManager.default.currentDirectoryPath) throws -> String {
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard Self.options.contains(option) else { throw UsageError("'id-token' has no option '\(option)'") }
            guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
            values[option] = value
        }
        guard let provider = values["--provider"], let email = values["--email"] else {
            throw UsageError("'id-token' needs --provider and --email")
        }
        var configuration = MockServerConfiguration()
        _ = try configuration.readProject(values["--project"] ?? currentFolder)
        guard let client = values["--client-id"] ?? configuration.auth.external[provider]?.clientIDs.first else {
            throw UsageError("'id-token' needs --client-id: the project's configuration has none for \(provider)")
        }
        var mint = IDTokenMint(provider: provider, clientID: client, email: email)
        mint.name = values["--name"] ?? ""
        mint.nonce = values["--nonce"] ?? ""
        mint.subject = values["--sub"] ?? ""
        guard let token = mint.token else {
            throw UsageError("there are no id tokens of '\(provider)', only of apple, azure, facebook, google and kakao")
        }
        return token
    }

    private static let options = ["--provider", "--email", "--client-id", "--name", "--nonce", "--sub", "--project"]
}
