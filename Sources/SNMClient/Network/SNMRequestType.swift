import Foundation

/// What a request carries besides its endpoint: header fields and a body.
public enum SNMRequestType: Sendable {
    /// Nothing.
    case plain
    /// Header fields only.
    case header(with: [String: String])
    /// A JSON body; `Content-Type: application/json` is set.
    case jsonEncodableBody(with: any Encodable & Sendable)
    /// Header fields and a body that is sent as it is.
    case compositePlain(header: [String: String], body: Data)
    /// Header fields and a JSON body; `Content-Type: application/json` is set unless the header names another type.
    case compositeJSONEncodable(header: [String: String], body: any Encodable & Sendable)
    /// Header fields and a form with one file; `Content-Type` is set with the form's boundary.
    case multipartFormData(header: [String: String], multipartFormData: MultipartFormData)

    /// The header fields that were given.
    public var header: [String: String] {
        switch self {
        case .plain, .jsonEncodableBody: [:]
        case .header(let header): header
        case .compositePlain(let header, _): header
        case .compositeJSONEncodable(let header, _): header
        case .multipartFormData(let header, _): header
        }
    }

    var hasBody: Bool {
        switch self {
        case .plain, .header: false
        case .jsonEncodableBody, .compositePlain, .compositeJSONEncodable, .multipartFormData: true
        }
    }

    /// The same with one more header field.
    func adding(_ name: String, _ value: String) -> Self {
        var header = header
        header[name] = value
        return switch self {
        case .plain, .header: .header(with: header)
        case .jsonEncodableBody(let body): .compositeJSONEncodable(header: header, body: body)
        case .compositePlain(_, let body): .compositePlain(header: header, body: body)
        case .compositeJSONEncodable(_, let body): .compositeJSONEncodable(header: header, body: body)
        case .multipartFormData(_, let form): .multipartFormData(header: header, multipartFormData: form)
        }
    }
}

/// Names the fields but shows neither values nor bodies: both carry keys, tokens and passwords.
extension SNMRequestType: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let names = header.keys.sorted().joined(separator: ", ")
        return switch self {
        case .plain: "plain"
        case .header: "header(\(names))"
        case .jsonEncodableBody: "jsonEncodableBody"
        case .compositePlain(_, let body): "compositePlain(\(names); \(body.count) bytes)"
        case .compositeJSONEncodable: "compositeJSONEncodable(\(names))"
        case .multipartFormData(_, let form): "multipartFormData(\(names); \(form.contentData.count) bytes)"
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}
