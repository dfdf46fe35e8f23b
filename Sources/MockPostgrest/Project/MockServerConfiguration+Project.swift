import Foundation

extension MockServerConfiguration {
    /// Behaves as a Supabase project asks for in `supabase/config.toml`, its `[auth]` section with the wording of mails; the other
    /// sections are not read.
    ///
    ///     var configuration = MockServerConfiguration(.ephemeral, migrations: .project(folder))
    ///     let warnings = try configuration.readProject(folder)
    ///
    /// - Parameter folder: holds `supabase/`. A project without the file has the defaults.
    /// - Parameter environment: what `env(NAME)` stands for; nil: the process's. The project's `.env` files add to it.
    /// - Returns: what was not understood or is not emulated, in sentences.
    /// - Throws: ``StartError`` naming the line of a value that makes no sense.
    public mutating func readProject(_ folder: String, environment: [String: String]? = nil) throws -> [String] {
        let file = "\(folder)/\(ProjectSettings.path)"
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { throw StartError("cannot read \(file)") }
        let environment = DotEnv.environment(of: folder, over: environment ?? ProcessInfo.processInfo.environment)
        return try readProject(text: text, folder: folder, environment: environment)
    }

    /// The same with the text of the file given; paths in it are relative to the folder.
    package mutating func readProject(text: String, folder: String, environment: [String: String]) throws -> [String] {
        var settings = ProjectSettings(self, folder: folder, environment: environment)
        do throws(ConfigurationError) {
            try settings.apply(text)
        } catch {
            throw StartError("\(error)")
        }
        self = settings.configuration
        return settings.warnings
    }
}
