/// What a key of a project's `supabase/config.toml` means: the kind of its value, and what it sets.
indirect enum ConfigurationKey: Sendable {
    typealias Setter<Value> = @Sendable (inout ProjectSettings, Value) throws(ConfigurationProblem) -> Void

    case text(Setter<String>)
    case texts(Setter<[String]>)
    case flag(Setter<Bool>)
    case number(ClosedRange<Int>, Setter<Int>)
    /// Seconds.
    case duration(Setter<Double>)
    /// Any names with texts.
    case textsByName(Setter<[String: String]>)
    case section([String: ConfigurationKey])
    /// A section for each of some names; nil for a name that is unknown.
    case sections(@Sendable (String) -> [String: ConfigurationKey]?)
    /// Known, and without a meaning here.
    case accepted
    /// Something that can be switched on, but not here.
    case notEmulated
}

/// What is wrong with a value.
struct ConfigurationProblem: Error, Sendable {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// A configuration that cannot be used, and where.
struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    var line: Int
    var key: String
    var reason: String

    var description: String {
        "\(ProjectSettings.path), line \(line)\(key.isEmpty ? "" : ", \(key)"): \(reason)"
    }
}
