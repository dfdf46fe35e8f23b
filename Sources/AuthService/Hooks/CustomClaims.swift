import JSONText

/// What a hook makes of a token's claims. It may add to them and change them, but clients and policies rely on some.
struct CustomClaims: Sendable {
    let claims: JSONObject

    init(_ answer: JSONObject) throws(AuthError) {
        guard let claims = answer["claims"]?.object else { throw .ofHook(500, "output claims field is missing") }
        let problems = Self.rules.compactMap { rule -> String? in
            guard let value = claims[rule.name] else {
                return rule.isRequired ? "- (root): \(rule.name) is required" : nil
            }
            return rule.accepts(value) ? nil : "- \(rule.name): Invalid type"
        }
        guard problems.isEmpty else {
            throw .ofHook(
                500, "output claims do not conform to the expected schema: \n" + problems.map { $0 + "\n" }.joined())
        }
        self.claims = claims
    }

    private struct Rule: Sendable {
        var name: String
        var isRequired = true
        var accepts: @Sendable (JSON) -> Bool
    }

    /// Whether a user is anonymous is not looked at, as the real service does not either.
    private static let rules: [Rule] = [
        Rule(name: "aud") { $0.string != nil || $0.array?.allSatisfy { $0.string != nil } == true },
        Rule(name: "exp", accepts: isWhole), Rule(name: "iat", accepts: isWhole), Rule(name: "sub", accepts: isText),
        Rule(name: "email", accepts: isText), Rule(name: "phone", accepts: isText), Rule(name: "role", accepts: isText),
        Rule(name: "aal", accepts: isText), Rule(name: "session_id", accepts: isText), Rule(name: "is_anonymous") { _ in true },
        Rule(name: "iss", isRequired: false, accepts: isText),
        Rule(name: "amr", isRequired: false) { $0.array?.allSatisfy { $0.string != nil || $0.object != nil } == true },
        Rule(name: "app_metadata", isRequired: false) { $0.object != nil },
        Rule(name: "user_metadata", isRequired: false) { $0.object != nil },
    ]

    @Sendable private static func isText(_ value: JSON) -> Bool { value.string != nil }
    @Sendable private static func isWhole(_ value: JSON) -> Bool { value.int != nil }
}
