import Testing

/// Fails with the sentence that explains the rule, and where it was broken.
func expectNone(_ offences: [String], _ rule: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard !offences.isEmpty else { return }
    let list = offences.prefix(30).map { "\n    \($0)" }.joined()
    Issue.record("\(rule)\(list)", sourceLocation: sourceLocation)
}
