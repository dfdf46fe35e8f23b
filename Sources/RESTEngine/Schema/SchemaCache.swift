package import PostgresLink

/// What the database offers to requests: an immutable snapshot, replaced as a whole (rest.md 2).
package struct SchemaCache: Sendable {
    /// Relations of the exposed schemas.
    package var relations: [QualifiedName: Relation]
    /// By source relation and target schema, each list in the order of rest.md 2.4, which is visible in PGRST201.
    package var relationships: [RelationshipKey: [Relationship]]
    /// Overloads by name, fewest parameters first.
    package var routines: [QualifiedName: [Routine]]
    package var representations: Representations
    package var mediaHandlers: [MediaHandlerKey: MediaHandler]
    package var timezones: Set<String>

    package init(
        relations: [QualifiedName: Relation] = [:], relationships: [RelationshipKey: [Relationship]] = [:],
        routines: [QualifiedName: [Routine]] = [:], representations: Representations = Representations(),
        mediaHandlers: [MediaHandlerKey: MediaHandler] = [:], timezones: Set<String> = []
    ) {
        self.relations = relations
        self.relationships = relationships
        self.routines = routines
        self.representations = representations
        self.mediaHandlers = mediaHandlers
        self.timezones = timezones
    }

    package struct RelationshipKey: Sendable, Hashable {
        package var source: QualifiedName
        package var targetSchema: Identifier

        package init(source: QualifiedName, targetSchema: String) {
            self.source = source
            self.targetSchema = Identifier(targetSchema)
        }
    }

    /// Domain representations: implicit casts between a domain and json or text (rest.md 2.8).
    package struct Representations: Sendable {
        /// Function name as printed by `regproc`, by (source type, target type).
        package var functions: [TypePair: String] = [:]

        package init(functions: [TypePair: String] = [:]) {
            self.functions = functions
        }

        package struct TypePair: Sendable, Hashable {
            package var source: Identifier
            package var target: Identifier

            package init(_ source: String, _ target: String) {
                self.source = Identifier(source)
                self.target = Identifier(target)
            }
        }
    }

    /// A media type of a relation or routine; `target` nil: of every relation.
    package struct MediaHandlerKey: Sendable, Hashable {
        package var target: QualifiedName?
        package var mediaType: RESTMediaType

        package init(target: QualifiedName?, mediaType: RESTMediaType) {
            self.target = target
            self.mediaType = mediaType
        }
    }

    /// How a custom media type is produced (rest.md 2.9).
    package struct MediaHandler: Sendable, Hashable {
        package enum Producer: Sendable, Hashable {
            /// An aggregate over rows; `rowType` is the relation its argument names, nil for `anyelement`.
            case aggregate(QualifiedName, rowType: QualifiedName?)
            /// A function that returns the media type's domain: its value is cast to the domain.
            case domain(QualifiedName)
        }

        package var producer: Producer
        /// What the answer's `Content-Type` says.
        package var resolved: RESTMediaType

        package init(producer: Producer, resolved: RESTMediaType) {
            self.producer = producer
            self.resolved = resolved
        }
    }
}
