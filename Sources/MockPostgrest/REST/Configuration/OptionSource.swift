package import RESTEngine

/// Where a backend gets its options, at the start and at each reload.
package struct OptionSource: Sendable {
    /// Those of files and the environment.
    let options: @Sendable () async throws -> OptionTexts
    /// What they mean, once those of the database are put over them.
    let configuration: @Sendable (OptionTexts) async throws -> RESTConfiguration

    package init(
        options: @escaping @Sendable () async throws -> OptionTexts,
        configuration: @escaping @Sendable (OptionTexts) async throws -> RESTConfiguration
    ) {
        self.options = options
        self.configuration = configuration
    }

    /// Options that stay as they are.
    package init(_ options: [String: String], adjust: @escaping @Sendable (inout RESTConfiguration) -> Void = { _ in }) {
        self.init {
            OptionTexts(options)
        } configuration: { options in
            var configuration = try RESTConfiguration(options: options)
            adjust(&configuration)
            return configuration
        }
    }
}
