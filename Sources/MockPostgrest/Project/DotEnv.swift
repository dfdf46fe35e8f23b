import Foundation

/// The variables of `.env` files, of which the Supabase CLI reads several: those beside `config.toml`, then those of the project's
/// folder, the more special first. What is set already stays.
///
///     DotEnv("# keys\nexport NAME='a b'\nOTHER=\"line\\n\" # why").values        // NAME: a b, OTHER: line and its end
struct DotEnv: Sendable {
    private(set) var values: [String: String] = [:]

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard let (name, value) = Self.assignment(line) else { continue }
            values[name] = value
        }
    }

    /// The environment with the variables of a project's files.
    ///
    /// - Parameter folder: holds `supabase/`.
    static func environment(of folder: String, over environment: [String: String]) -> [String: String] {
        let stage = environment["SUPABASE_ENV"].flatMap { $0.isEmpty ? nil : $0 } ?? "development"
        // As with other tools, tests have no local secrets.
        let names = [".env.\(stage).local"] + (stage == "test" ? [] : [".env.local"]) + [".env.\(stage)", ".env"]
        var complete = environment
        for place in ["\(folder)/supabase", folder] {
            for name in names {
                guard let text = try? String(contentsOfFile: "\(place)/\(name)", encoding: .utf8) else { continue }
                complete.merge(DotEnv(text).values) { old, _ in old }
            }
        }
        return complete
    }

    /// Nil for an empty line, a comment, and what makes no sense.
    private static func assignment(_ line: Substring) -> (name: String, value: String)? {
        var rest = line.drop(while: \.isWhitespace)
        if rest.hasPrefix("export ") { rest = rest.dropFirst("export ".count).drop(while: \.isWhitespace) }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "-" }
        rest = rest[name.endIndex...].drop(while: \.isWhitespace)
        guard !name.isEmpty, let sign = rest.popFirst(), sign == "=" || sign == ":" else { return nil }
        rest = rest.drop(while: \.isWhitespace)
        switch rest.first {
        case "\"": return (String(name), escaped(rest.dropFirst()))
        case "'": return (String(name), String(rest.dropFirst().prefix { $0 != "'" }))
        default: return (String(name), bare(rest))
        }
    }

    /// Up to a comment, which a blank parts from the value.
    private static func bare(_ text: Substring) -> String {
        let value = text.hasPrefix("#") ? "" : text.firstRange(of: " #").map { text[..<$0.lowerBound] } ?? text
        return String(value.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func escaped(_ text: Substring) -> String {
        var value = ""
        var rest = text
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\", let next = rest.popFirst() else {
                value.append(character)
                continue
            }
            value.append(next == "n" ? "\n" : next == "r" ? "\r" : next)
        }
        return value
    }
}
