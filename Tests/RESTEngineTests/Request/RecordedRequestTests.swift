import Foundation
import HTTPServing
import JSONText
import RESTEngine
import Testing
import Tokens

/// The request side held against what the real PostgREST said to each request of the recorded corpus.
@Suite struct RecordedRequestTests {
    @Test("refuses what PostgREST refused for the request alone, in its words, and nothing else", arguments: try Recording.topics())
    func refuses(topic: String) throws {
        for recording in try Recording.all(in: topic) {
            let expected = recording.refusal
            let error = recording.error()
            #expect(
                error?.code == expected?.code, "\(recording.id): \(recording.request.method.rawValue) \(recording.request.target)")
            guard let error, let expected, error.code == expected.code else { continue }
            #expect(error.status.code == recording.status, "\(recording.id)")
            if let document = expected.document {
                #expect(error.document.canonical() == document.canonical(), "\(recording.id): \(recording.request.target)")
            }
            #expect(error.response.headers["WWW-Authenticate"] == recording.headers["www-authenticate"]?.string, "\(recording.id)")
        }
    }
}

private struct Recording {
    var id: String
    var configuration: RESTConfiguration
    var request: Request
    var body: [UInt8]
    /// Of a refusal.
    var status: Int?
    var headers: JSON
    var document: JSON?

    /// Codes that are decided before the schema is looked at.
    private static let codes: Set = [
        "PGRST100", "PGRST101", "PGRST102", "PGRST103", "PGRST106", "PGRST114", "PGRST117", "PGRST125", "PGRST126", "PGRST300",
        "PGRST301", "PGRST302", "PGRST303",
    ]

    /// Texts of parsers that are not specified.
    private static let unspecified = ["parse error ("]

    var refusal: (code: String, document: JSON?)? {
        guard let proxyStatus = headers["proxy-status"]?.string, let code = proxyStatus.split(separator: "=").last.map(String.init),
            Self.codes.contains(code)
        else { return nil }
        let message = document?["message"]?.string ?? ""
        let isSpecified = !Self.unspecified.contains { message.hasPrefix($0) } && !message.contains("CSV")
        return (code, isSpecified ? document : nil)
    }

    func error() -> RESTError? {
        if CORS(configuration).preflight(request) != nil { return nil }
        do throws(RESTError) {
            var tokens = KnownCallers(capacity: 0)
            _ = try Authenticator(configuration).caller(of: request, now: Int(Date().timeIntervalSince1970), callers: &tokens)
            _ = try APIRequest(
                request, body: APIRequest.readsBody(request) ? body : [], configuration: configuration,
                timezones: ["UTC", "Asia/Seoul", "America/New_York", "Europe/Berlin"])
            return nil
        } catch {
            return error
        }
    }
}

extension Recording {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../ConformanceTests/rest")

    static func topics() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "golden").path)
            .filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
    }

    static func all(in topic: String) throws -> [Recording] {
        let configurations = try JSON(parsing: Array(Data(contentsOf: folder.appending(path: "configs.json"))))
        // Answers are read only where they are errors of the server: those of the root document are long.
        let refusals = try lines(of: "golden/\(topic).jsonl").filter { $0.range(of: Data("PostgREST; error=".utf8)) != nil }
            .map { try JSON(parsing: Array($0)) }
        return try lines(of: "requests/\(topic).jsonl").map { line in
            let sent = try JSON(parsing: Array(line))
            let name = try #require(sent["config"]?.string)
            let configuration = try RESTConfiguration(recorded: try #require(configurations[name]?["env"]?.object))
            return try Recording(sent, answer: refusals.first { $0["id"] == sent["id"] }, configuration)
        }
    }

    private static func lines(of file: String) throws -> [Data] {
        try Data(contentsOf: folder.appending(path: file)).split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }

    init(_ sent: JSON, answer: JSON?, _ configuration: RESTConfiguration) throws {
        id = try #require(sent["id"]?.string)
        self.configuration = configuration
        var fields = Headers()
        for member in sent["headers"]?.object?.members ?? [] {
            for value in member.value.array ?? [member.value] { fields.append(member.name, value.string ?? "") }
        }
        request = Request(Method(rawValue: try #require(sent["method"]?.string)), try #require(sent["path"]?.string), headers: fields)
        body = Array((sent["body"]?.string ?? "").utf8)
        status = answer?["status"]?.int
        headers = answer?["headers"] ?? [:]
        document = answer?["json"]
    }
}

extension RESTConfiguration {
    /// The options of a recorded configuration that concern requests.
    fileprivate init(recorded environment: JSONObject) throws {
        self.init()
        func list(_ text: String) -> [String] { text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
        for member in environment.members {
            let value = member.value.string ?? ""
            switch member.name {
            case "PGRST_DB_SCHEMAS": schemas = list(value)
            case "PGRST_DB_ANON_ROLE": anonymousRole = value
            case "PGRST_DB_TX_END": transactionEnd = try #require(TransactionEnd(rawValue: value))
            case "PGRST_JWT_SECRET": keys = try KeySet(secret: value)
            case "PGRST_JWT_AUD": audience = value
            case "PGRST_JWT_ROLE_CLAIM_KEY": roleClaim = try RoleClaimPath(value)
            case "PGRST_OPENAPI_MODE": openAPIMode = try #require(OpenAPIMode(rawValue: value))
            case "PGRST_DB_ROOT_SPEC": rootSpec = value
            case "PGRST_SERVER_CORS_ALLOWED_ORIGINS": allowedOrigins = list(value)
            case "PGRST_SERVER_TRACE_HEADER": traceHeader = value
            default: break
            }
        }
    }
}
