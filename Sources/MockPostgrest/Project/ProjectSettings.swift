import AuthService
import Foundation

/// Applies a project's `supabase/config.toml` to a server's configuration.
///
/// As with the Supabase CLI, a text `env(NAME)` stands for a variable of the environment, wherever it is; one that is not set
/// leaves things as they are, for most projects name secrets which only some machines have. Unknown keys are told, not refused.
struct ProjectSettings {
    static let path = "supabase/config.toml"

    var configuration: MockServerConfiguration
    /// The folder that holds `supabase/`.
    let folder: String
    private let environment: [String: String]
    private(set) var warnings: [String] = []
    /// Keys that depend on each other, and so are made when all are read.
    var keys = ChosenKeys()
    private var place = ConfigurationError(line: 0, key: "", reason: "")

    init(_ configuration: MockServerConfiguration, folder: String, environment: [String: String]) {
        self.configuration = configuration
        self.folder = folder
        self.environment = environment
    }

    mutating func apply(_ text: String) throws(ConfigurationError) {
        let document: TOML.Table
        do throws(TOMLError) {
            document = try TOML.Table(parsing: text)
        } catch {
            throw ConfigurationError(line: error.line, key: "", reason: error.reason)
        }
        try apply(document, to: ConfigurationKey.all, path: "")
        keys.apply(to: &configuration)
    }

    /// Says that the value just read is not used, or not as written.
    mutating func warn(_ reason: String) {
        var warning = place
        warning.reason = reason
        warnings.append(warning.description)
    }

    /// The text of a file that a value names.
    func read(_ path: String, in base: String) throws(ConfigurationProblem) -> String {
        let file = path.hasPrefix("/") ? path : "\(base)/\(path)"
        do {
            return try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw ConfigurationProblem("the file \(file) cannot be read")
        }
    }

    private mutating func apply(_ table: TOML.Table, to keys: [String: ConfigurationKey], path: String) throws(ConfigurationError) {
        for name in table.names {
            guard let value = table[name] else { continue }
            let path = path.isEmpty ? name : "\(path).\(name)"
            place = ConfigurationError(line: value.line, key: path, reason: "")
            guard let key = keys[name] else {
                warn("this key is not known, and ignored")
                continue
            }
            try apply(value, to: key, path: path)
        }
    }

    private mutating func apply(_ value: TOML, to key: ConfigurationKey, path: String) throws(ConfigurationError) {
        switch key {
        case .section(let keys):
            try apply(try table(value), to: keys, path: path)
        case .sections(let keys):
            let table = try table(value)
            for name in table.names {
                guard let value = table[name] else { continue }
                place = ConfigurationError(line: value.line, key: "\(path).\(name)", reason: "")
                guard let keys = keys(name) else {
                    warn("this name is not known, and ignored")
                    continue
                }
                try apply(try self.table(value), to: keys, path: "\(path).\(name)")
            }
        case .text(let set): try use(text(value), set)
        case .texts(let set): try use(texts(value), set)
        case .flag(let set): try use(flag(value), set)
        case .number(let range, let set): try use(number(value, range), set)
        case .duration(let set): try use(duration(value), set)
        case .textsByName(let set):
            let table = try table(value)
            var texts: [String: String] = [:]
            for name in table.names {
                guard let value = table[name] else { continue }
                if case .integer(let number) = value.content { texts[name] = String(number) } else { texts[name] = try text(value) }
            }
            try use(texts, set)
        case .accepted: break
        case .notEmulated:
            if try flag(value) == true { warn("this is not emulated") }
        }
    }

    private mutating func use<Value>(_ value: Value?, _ set: ConfigurationKey.Setter<Value>) throws(ConfigurationError) {
        guard let value else { return }
        do throws(ConfigurationProblem) {
            try set(&self, value)
        } catch {
            throw failure(error.reason)
        }
    }

    private func failure(_ reason: String) -> ConfigurationError {
        var failure = place
        failure.reason = reason
        return failure
    }
}

// MARK: - Values

extension ProjectSettings {
    private func table(_ value: TOML) throws(ConfigurationError) -> TOML.Table {
        guard let table = value.table else { throw failure("expected a table, found \(value.kind)") }
        return table
    }

    private func text(_ value: TOML) throws(ConfigurationError) -> String {
        guard case .string(let text) = value.content else { throw failure("expected a text, found \(value.kind)") }
        return resolved(text)
    }

    private func texts(_ value: TOML) throws(ConfigurationError) -> [String] {
        guard case .array(let values) = value.content else { throw failure("expected an array of texts, found \(value.kind)") }
        var texts: [String] = []
        for value in values { texts.append(try text(value)) }
        return texts
    }

    private mutating func flag(_ value: TOML) throws(ConfigurationError) -> Bool? {
        if case .bool(let flag) = value.content { return flag }
        return try variable(value, "true or false") { ["true": true, "1": true, "false": false, "0": false][$0.lowercased()] }
    }

    private mutating func number(_ value: TOML, _ range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        let number: Int?
        if case .integer(let literal) = value.content { number = literal } else { number = try variable(value, "an integer") { Int($0) } }
        guard let number else { return nil }
        guard range ~= number else { throw failure("\(number) is not from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    private mutating func duration(_ value: TOML) throws(ConfigurationError) -> Double? {
        try variable(value, "a span of time such as \"1m30s\"") { DurationText.seconds($0) }
    }

    /// A value in quotes: most often the name of a variable, which may not be set.
    private mutating func variable<Value>(
        _ value: TOML, _ kind: String, _ read: (String) -> Value?
    ) throws(ConfigurationError) -> Value? {
        guard case .string(let written) = value.content else { throw failure("expected \(kind), found \(value.kind)") }
        let text = resolved(written)
        if let value = read(text) { return value }
        guard Self.variableName(text) != nil else { throw failure("expected \(kind), found \"\(text)\"") }
        warn("the variable is not set, so the value is left out")
        return nil
    }

    private func resolved(_ text: String) -> String {
        guard let name = Self.variableName(text), let value = environment[name], !value.isEmpty else { return text }
        return value
    }

    private static func variableName(_ text: String) -> String? {
        text.hasPrefix("env(") && text.hasSuffix(")") ? String(text.dropFirst(4).dropLast()) : nil
    }
}
