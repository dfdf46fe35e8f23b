import Foundation

/// The few keys that the services' error bodies share, though each spells them in its own way.
struct ServerMessage {
    let code: String?
    let text: String?
    let hint: String?
    let details: String?

    /// Nil when the body is no JSON object.
    init?(_ body: Data) {
        guard let fields = try? JSONDecoder().decode([String: SupabaseJSON].self, from: body) else { return nil }
        func string(_ keys: String...) -> String? {
            for key in keys {
                if case .string(let text)? = fields[key], !text.isEmpty { return text }
            }
            return nil
        }
        // Older answers of Auth have the HTTP status as a number in `code` and the code in `error_code`.
        code = string("error_code", "code", "error")
        text = string("msg", "message", "error_description", "error")
        hint = string("hint")
        // A list of candidates (PGRST201) is shown as it came.
        details = string("details", "detail") ?? fields["details"].flatMap { $0 == .null ? nil : $0.queryValue }
    }
}
