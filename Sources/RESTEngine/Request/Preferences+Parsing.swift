internal import HTTPServing

extension Preferences {
    /// Reads all `Prefer` headers; of each kind the first piece that fits counts (rest.md 1.15).
    init(_ headers: Headers, timezones: Set<String>, allowsTransactionEnd: Bool) throws(RESTError) {
        var hasMaxAffected = false
        for field in headers.fields where field.name.equalsIgnoringCase("Prefer") {
            guard let text = field.text else { throw .headerNotUTF8("Prefer") }
            guard !text.isEmpty else { continue }
            for piece in text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
                add(String(piece).trimmingSpace(), timezones: timezones, hasMaxAffected: &hasMaxAffected)
            }
        }
        if !allowsTransactionEnd { transaction = nil }
    }

    private mutating func add(_ piece: String, timezones: Set<String>, hasMaxAffected: inout Bool) {
        let parts = piece.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2 else { return invalid.append(piece) }
        let value = parts[1]
        let isKnown =
            switch parts[0] {
            case "return": Self.take(value, &`return`)
            case "count": Self.take(value, &count)
            case "resolution": Self.take(value, &resolution)
            case "missing": Self.take(value, &missing)
            case "handling": Self.take(value, &handling)
            case "tx": Self.take(value, &transaction)
            case "timezone": takeTimezone(value, timezones)
            case "max-affected": takeMaxAffected(value, &hasMaxAffected)
            default: false
            }
        if !isKnown { invalid.append(piece) }
    }

    private static func take<Value: RawRepresentable<String>>(_ text: String, _ preference: inout Value?) -> Bool {
        guard let value = Value(rawValue: text) else { return false }
        preference = preference ?? value
        return true
    }

    private mutating func takeTimezone(_ name: String, _ known: Set<String>) -> Bool {
        guard known.contains(name) else { return false }
        timezone = timezone ?? name
        return true
    }

    /// The first one decides, even if it is no number; none is invalid.
    private mutating func takeMaxAffected(_ text: String, _ hasMaxAffected: inout Bool) -> Bool {
        if !hasMaxAffected { maxAffected = WholeNumber(text)?.wrapped }
        hasMaxAffected = true
        return true
    }
}
