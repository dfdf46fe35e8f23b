import JSONText
import PostgresLink

extension SchemaCache {
    /// The relation that a path names.
    package func relation(named name: String, in schema: String) throws(RESTError) -> Relation {
        let name = QualifiedName(schema, name)
        guard let relation = relations[name] else { throw .unknownRelation(name, nearest: nearestRelation(to: name)) }
        return relation
    }

    private func nearestRelation(to name: QualifiedName) -> String? {
        let names = relations.keys.lazy.filter { $0.schema.isSpelled(name.schema) }.map(\.name)
        guard names.count < SchemaLimits.suggestedRelations else { return nil }
        return Suggestion(for: name.name, among: names.sortedBySpelling(), minimum: 0.75)?.text
    }
}

extension RESTError {
    static func unknownRelation(_ name: QualifiedName, nearest: String?) -> Self {
        Self(
            404, "PGRST205", "Could not find the table '\(name.schema).\(name.name)' in the schema cache",
            hint: nearest.map { "Perhaps you meant the table '\(name.schema).\($0)'" })
    }
}
