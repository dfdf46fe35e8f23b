import PostgresLink
import Testing

@testable import RESTEngine

@Suite struct MediaHandlerLookupTests {
    static let dogs = QualifiedName("public", "dogs")
    static let mystery = QualifiedName("public", "mystery")
    static let cards = SchemaCache.MediaHandler.Producer.aggregate(QualifiedName("public", "cards"), rowType: dogs)
    static let bytes = SchemaCache.MediaHandler.Producer.aggregate(QualifiedName("public", "bytes"), rowType: mystery)
    static let count = SchemaCache.MediaHandler.Producer.aggregate(QualifiedName("public", "count"), rowType: nil)
    static let cache = SchemaCache(mediaHandlers: [
        .init(target: dogs, mediaType: .csv): .init(producer: cards, resolved: .csv),
        .init(target: mystery, mediaType: .any): .init(producer: bytes, resolved: .octetStream),
        .init(target: nil, mediaType: .other("text/x-count")): .init(producer: count, resolved: .other("text/x-count")),
    ])

    @Test(
        "finds the format for a type",
        arguments: [
            (.json, dogs, true, .json, .json), (.any, dogs, true, .json, .json),
            (.csv, dogs, true, .custom(cards), .csv), (.csv, dogs, false, .csv, .csv),
            (.json, mystery, true, .custom(bytes), .octetStream), (.json, mystery, false, .json, .json),
            (.object(nullsStripped: true), mystery, true, .object(nullsStripped: true), .object(nullsStripped: true)),
            (.other("text/x-count"), dogs, false, .custom(count), .other("text/x-count")),
            (.geoJSON, dogs, true, .geoJSON, .geoJSON),
            (.textPlain, dogs, true, nil, nil), (.openAPI, dogs, true, nil, nil),
        ] as [(RESTMediaType, QualifiedName, Bool, Answer.Format?, RESTMediaType?)])
    func finds(
        type: RESTMediaType, target: QualifiedName, selectsDefault: Bool, format wanted: Answer.Format?, answer: RESTMediaType?
    ) {
        let format = Self.cache.bodyFormat(for: type, target: target, selectsDefault: selectsDefault, planEnabled: false)
        #expect(format?.format == wanted)
        #expect(format?.contentType == answer)
    }

    @Test("a plan is had for a type that is had, when plans are enabled")
    func plans() {
        func format(_ type: RESTMediaType, enabled: Bool) -> SchemaCache.BodyFormat? {
            let plan = RESTMediaType.plan(.init(format: .json, type: type, options: []))
            return Self.cache.bodyFormat(for: plan, target: Self.dogs, selectsDefault: true, planEnabled: enabled)
        }
        #expect(format(.csv, enabled: true)?.format == .custom(Self.cards))
        #expect(format(.csv, enabled: false) == nil)
        #expect(format(.textXML, enabled: true) == nil)
    }
}
