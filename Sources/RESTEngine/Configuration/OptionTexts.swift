/// Options by name, read with PostgREST's rules (rest.md 13.4): an empty text is the same as none, and a number or flag that is
/// not one leaves the default.
///
///     let options = OptionTexts(file: file, environment: variables).overridden(by: inDatabase)
package struct OptionTexts: Sendable {
    private var values: [String: OptionValue]

    package init(_ texts: [String: String] = [:]) {
        values = texts.mapValues { .text($0) }
    }

    /// Those of a file, and those of `PGRST_*` variables in their place.
    package init(file: [String: OptionValue], environment: [String: String]) {
        values = file.merging(Self.options(in: environment).mapValues { .text($0) }) { _, variable in variable }
    }

    /// With those of the database in their place.
    package func overridden(by texts: [String: String]) -> Self {
        var copy = self
        for (name, text) in texts { copy.values[name] = .text(text) }
        return copy
    }

    /// `PGRST_DB_SCHEMAS` is option `db-schemas`; `PGRST_APP_SETTINGS_<X>` keeps the case of X.
    private static func options(in environment: [String: String]) -> [String: String] {
        var options: [String: String] = [:]
        for (name, value) in environment where name.hasPrefix("PGRST_") {
            let rest = name.dropFirst("PGRST_".count)
            if rest.hasPrefix("APP_SETTINGS_") {
                options["app.settings.\(rest.dropFirst("APP_SETTINGS_".count))"] = value
            } else if !rest.contains(where: \.isLowercase) {
                options[String(rest.lowercased().map { $0 == "_" ? "-" : $0 })] = value
            }
        }
        return options
    }
}

extension OptionTexts {
    /// The first of the names that has a text.
    package func text(_ names: String...) -> String? { first(names, \.text) { !$0.isEmpty } }

    package func number(_ names: String...) -> Int? { first(names, \.number) }

    package func flag(_ names: String...) -> Bool? { first(names, \.flag) }

    /// Parts between commas, trimmed.
    package func list(_ names: String...) -> [String]? { first(names, \.text) { !$0.isEmpty }.map(Self.parts) }

    /// As ``list(_:)``, but an empty text is an empty list.
    package func listOrEmpty(_ name: String) -> [String]? {
        values[name].map { $0.text.isEmpty ? [] : Self.parts($0.text) }
    }

    /// All options whose name begins so, in the order of their names.
    package func all(withPrefix prefix: String) -> [(name: String, value: String)] {
        values.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.text) }
    }

    /// The first of the names whose value can be read so.
    private func first<R>(_ names: [String], _ read: (OptionValue) -> R?, where isOne: (R) -> Bool = { _ in true }) -> R? {
        for name in names {
            if let value = values[name].flatMap(read), isOne(value) { return value }
        }
        return nil
    }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
    }
}
