internal import JSONText
internal import PostgresLink

/// The name that a client probably meant: "Perhaps you meant …" (rest.md 10.6).
///
/// Candidates that share letter groups with the query are ranked by the angle between their group counts; the best of them are
/// compared letter by letter. Runs only when a lookup has failed.
struct Suggestion: Hashable, Sendable {
    /// In the candidate's own spelling.
    var text: String
    /// The query itself, but for upper and lower case.
    var isExact: Bool

    /// Nil when no candidate is similar enough.
    ///
    ///     Suggestion(for: "dogz", among: ["walks", "dogs"], minimum: 0.75)?.text      // "dogs"
    init?(for query: String, among candidates: some Sequence<String>, minimum: Double) {
        let wanted = Spelling(query)
        var seen: Set<Identifier> = []
        var spellings: [Spelling] = []
        for candidate in candidates {
            let spelling = Spelling(candidate)
            guard seen.insert(Identifier(spelling.lowercased)).inserted else { continue }
            if spelling.lowercased.isSpelled(wanted.lowercased) {
                self.init(text: candidate, isExact: true)
                return
            }
            spellings.append(spelling)
        }
        guard
            let best = Self.best(for: wanted, among: spellings, gramSize: 3, minimum: minimum)
                ?? Self.best(for: wanted, among: spellings, gramSize: 2, minimum: minimum)
        else { return nil }
        self.init(text: best, isExact: false)
    }

    private init(text: String, isExact: Bool) {
        self.text = text
        self.isExact = isExact
    }

    private static func best(for query: Spelling, among candidates: [Spelling], gramSize: Int, minimum: Double) -> String? {
        let grams = GramCounts(query.normalized, size: gramSize)
        let ranked = candidates.compactMap { candidate in
            grams.closeness(to: candidate.normalized).map { (spelling: candidate, closeness: $0) }
        }.sorted { left, right in
            left.closeness != right.closeness ? left.closeness > right.closeness : left.spelling.text.precedes(right.spelling.text)
        }
        var best: (text: String, score: Double)?
        for candidate in ranked.prefix(SchemaLimits.comparedSuggestions) {
            guard let score = candidate.spelling.similarity(to: query, atLeast: max(minimum, best?.score ?? 0)) else { continue }
            if score > best?.score ?? -1 { best = (candidate.spelling.text, score) }
        }
        return best?.text
    }
}

/// A name in the forms in which names are compared.
private struct Spelling {
    let text: String
    let lowercased: String
    /// Letters, digits, white space and commas between two dashes.
    let normalized: [Unicode.Scalar]

    init(_ text: String) {
        self.text = text
        lowercased = text.lowercased()
        normalized = ["-"] + lowercased.unicodeScalars.filter(\.countsInGrams) + ["-"]
    }

    /// 1 less the share of letters to be changed; nil when that is below the minimum.
    func similarity(to other: Spelling, atLeast minimum: Double) -> Double? {
        let (left, right) = (Array(lowercased.unicodeScalars), Array(other.lowercased.unicodeScalars))
        let (shorter, longer) = (min(left.count, right.count), max(left.count, right.count))
        // The difference in length alone may decide: a query of any length costs no more than the candidate's.
        guard longer > 0, Double(shorter) / Double(longer) >= minimum else { return nil }
        let score = 1 - Double(distance(left, right)) / Double(longer)
        return score >= minimum ? score : nil
    }

    /// Levenshtein's: letters to insert, remove or replace.
    private func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var previous = Array(0...right.count)
        var current = previous
        for (row, scalar) in left.enumerated() {
            current[0] = row + 1
            for column in right.indices {
                let replaced = previous[column] + (scalar == right[column] ? 0 : 1)
                current[column + 1] = min(replaced, previous[column + 1] + 1, current[column] + 1)
            }
            swap(&previous, &current)
        }
        return previous[right.count]
    }
}

/// How often each group of neighbouring letters occurs in the query.
private struct GramCounts {
    private let size: Int
    private var counts: [UInt64: Int] = [:]

    init(_ scalars: [Unicode.Scalar], size: Int) {
        self.size = size
        for gram in Self.grams(scalars, size) { counts[gram, default: 0] += 1 }
    }

    /// Grows with the cosine of the angle between the counts: its square times the query's own length, which is the same for
    /// all candidates. Nil when no group is shared.
    func closeness(to scalars: [Unicode.Scalar]) -> Double? {
        let grams = Self.grams(scalars, size).sorted()
        var (product, squares, start) = (0, 0, 0)
        while start < grams.count {
            var end = start + 1
            while end < grams.count, grams[end] == grams[start] { end += 1 }
            product += (end - start) * (counts[grams[start]] ?? 0)
            squares += (end - start) * (end - start)
            start = end
        }
        return product == 0 ? nil : Double(product) * Double(product) / Double(squares)
    }

    /// Each group as one number: a scalar has 21 bits.
    private static func grams(_ scalars: [Unicode.Scalar], _ size: Int) -> [UInt64] {
        guard scalars.count >= size else { return [] }
        let mask: UInt64 = 1 << (21 * UInt64(size)) - 1
        var gram: UInt64 = 0
        var grams: [UInt64] = []
        grams.reserveCapacity(scalars.count)
        for (position, scalar) in scalars.enumerated() {
            gram = (gram << 21 | UInt64(scalar.value)) & mask
            if position + 1 >= size { grams.append(gram) }
        }
        return grams
    }
}

extension Unicode.Scalar {
    fileprivate var countsInGrams: Bool {
        // Most names; the properties of Unicode are slow to look up.
        if isASCII { return ("a"..."z").contains(self) || ("0"..."9").contains(self) || self == "," || isASCIIBlank }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: properties.isWhitespace
        }
    }

    private var isASCIIBlank: Bool { self == " " || ("\t"..."\r").contains(self) }
}
