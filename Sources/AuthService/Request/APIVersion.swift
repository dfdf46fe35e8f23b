package import HTTPServing

/// The version of the API that a client speaks, by the date in `X-Supabase-Api-Version`. It decides how errors look.
package enum APIVersion: String, Sendable, Hashable {
    case initial = ""
    case dated = "2024-01-01"

    package init(_ headers: Headers) {
        let text = headers["X-Supabase-Api-Version"]?.trimmingBlanks ?? ""
        // Dates in this form sort like texts.
        self = Self.isDate(text) && text >= Self.dated.rawValue ? .dated : .initial
    }

    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2] else { return false }
        guard parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }), let month = Int(parts[1]), let day = Int(parts[2])
        else { return false }
        return 1...12 ~= month && 1...31 ~= day
    }
}

extension String {
    var trimmingBlanks: String {
        let text = drop { $0 == " " || $0 == "\t" }
        return String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
