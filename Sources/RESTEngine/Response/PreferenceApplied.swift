/// The value of `Preference-Applied`: what was asked for and had a meaning here, in a fixed order (rest.md 6.9).
struct PreferenceApplied {
    private var pieces: [String] = []

    /// nil when no preference applied.
    var text: String? { pieces.isEmpty ? nil : pieces.joined(separator: ", ") }

    enum Subject {
        case read
        case call
        case mutation(APIRequest.Mutation, showsResolution: Bool)
    }

    init(_ preferences: Preferences, _ subject: Subject) {
        var takesMaxAffected = false
        switch subject {
        case .read: break
        case .call: takesMaxAffected = true
        case .mutation(let mutation, let showsResolution):
            if showsResolution, mutation == .insert { add("resolution", preferences.resolution?.rawValue) }
            if mutation == .insert || mutation == .update { add("missing", preferences.missing?.rawValue) }
            add("return", preferences.return?.rawValue)
            takesMaxAffected = mutation == .update || mutation == .delete
        }
        add("count", preferences.count?.rawValue)
        add("tx", preferences.transaction?.rawValue)
        add("handling", preferences.handling?.rawValue)
        add("timezone", preferences.timezone)
        if takesMaxAffected { add("max-affected", preferences.effectiveMaxAffected.map(String.init)) }
    }

    private mutating func add(_ name: String, _ value: String?) {
        if let value { pieces.append("\(name)=\(value)") }
    }
}
