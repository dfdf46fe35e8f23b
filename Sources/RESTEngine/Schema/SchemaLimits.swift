/// Bounds on what is made of the schema.
enum SchemaLimits {
    /// Ways in which one view may show one key when it shows the key's columns several times: a view that joins a table with
    /// itself shows two or three; the product over many columns must not run away.
    static let viewKeyCombinations = 64
    /// Table names are suggested only in schemas with fewer relations than this (rest.md 10.6).
    static let suggestedRelations = 500
    /// Candidates that are compared letter by letter (rest.md 10.6).
    static let comparedSuggestions = 50
}
