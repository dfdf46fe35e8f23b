/// A column with a JSON path, as a request names it: `info->address->>city`. Nothing is known yet of the schema.
package struct Field: Hashable, Sendable {
    package var name: String
    package var path: [JSONStep]

    package init(_ name: String, path: [JSONStep] = []) {
        self.name = name
        self.path = path
    }
}

/// One step of a JSON path.
package struct JSONStep: Hashable, Sendable {
    package enum Operand: Hashable, Sendable {
        case key(String)
        /// Signed index text, such as `+0` or `-1`.
        case index(String)
    }

    /// True for `->>`, which ends in text.
    package var asText: Bool
    package var operand: Operand

    package init(asText: Bool, operand: Operand) {
        self.asText = asText
        self.operand = operand
    }
}
