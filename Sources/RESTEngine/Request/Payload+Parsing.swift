internal import HTTPServing
internal import JSONText

extension APIRequest.Action {
    /// The body as this action takes it; nil where none is looked at (rest.md 1.16).
    ///
    /// - Parameter columns: `columns` from the query string. Where it is in effect JSON is not parsed: PostgreSQL will.
    func payload(_ body: [UInt8], _ type: RESTMediaType, columns: [String]?) throws(RESTError) -> Payload? {
        switch self {
        case .mutate(_, .insert), .mutate(_, .update):
            try Payload(ofRelation: body, type, columns: columns)
        case .mutate(_, .singleUpsert):
            try Payload(ofRelation: body, type, columns: nil)
        case .call(_, .post):
            try Payload(ofRoutine: body, type, columns: columns)
        case .mutate(_, .delete), .call(_, .get), .call(_, .head), .read, .relationInfo, .routineInfo, .inspect, .rootInfo:
            nil
        }
    }
}

extension Payload {
    fileprivate init(ofRelation body: [UInt8], _ type: RESTMediaType, columns: [String]?) throws(RESTError) {
        switch type {
        case .json: try self.init(json: body, columns: columns)
        case .csv: try self.init(csv: body)
        case .urlEncoded:
            let pairs = try Self.pairs(ofForm: body)
            self = .row(of: pairs)
        case .textPlain, .textXML, .octetStream, .object, .arrayNullsStripped, .geoJSON, .openAPI, .any, .plan, .other:
            throw .contentTypeNotAcceptable(type)
        }
    }

    fileprivate init(ofRoutine body: [UInt8], _ type: RESTMediaType, columns: [String]?) throws(RESTError) {
        switch type {
        case .json where body.isEmpty && columns == nil:
            // Counts as `{}`; but as the value of an unnamed parameter it stays the empty text that it is.
            self = .json(bytes: [], keys: [], isArray: false)
        case .json: try self.init(json: body, columns: columns)
        case .csv: try self.init(csv: body)
        case .urlEncoded: self = .form(try Self.pairs(ofForm: body))
        case .textPlain, .textXML, .octetStream: self = .raw(body)
        case .object, .arrayNullsStripped, .geoJSON, .openAPI, .any, .plan, .other:
            throw .contentTypeNotAcceptable(type)
        }
    }

    private init(json body: [UInt8], columns: [String]?) throws(RESTError) {
        if let columns {
            self = .json(bytes: body, keys: columns.sortedByCodePoint(), isArray: body.first { !$0.isJSONSpace } != UInt8(ascii: "{"))
            return
        }
        let shape: PayloadShape
        do {
            shape = try JSONShape.scan(body)
        } catch {
            throw .invalidJSON
        }
        switch shape {
        case .object(let keys): self = .json(bytes: body, keys: keys.sortedByCodePoint(), isArray: false)
        case .array(let keys, isEmpty: _): self = .json(bytes: body, keys: keys.sortedByCodePoint(), isArray: true)
        case .mismatchedKeys: throw .keysDiffer
        case .scalar: self = .json(bytes: Array("[]".utf8), keys: [], isArray: true)
        }
    }

    private init(csv body: [UInt8]) throws(RESTError) {
        guard body.isUTF8 else { throw .bodyNotUTF8 }
        let table = try CSVTable(body)
        self = .json(bytes: table.json, keys: table.keys.sortedByCodePoint(), isArray: true)
    }

    // MARK: Forms

    private static func pairs(ofForm body: [UInt8]) throws(RESTError) -> [Pair] {
        let form = QueryPairs(bytes: body, semicolonSeparates: true)
        guard form.isUTF8 else { throw .bodyNotUTF8 }
        return form.pairs.map { Pair(String(decoding: $0.key, as: UTF8.self), String(decoding: $0.value ?? [], as: UTF8.self)) }
    }

    /// One row of texts; of equal names the last counts.
    private static func row(of pairs: [Pair]) -> Payload {
        var row = JSONObject()
        for pair in pairs { row.set(pair.name, .string(pair.value)) }
        return .json(bytes: JSON.object(row).serialized(), keys: row.members.map(\.name).sortedByCodePoint(), isArray: false)
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
