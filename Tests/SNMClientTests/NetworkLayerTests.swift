import Foundation
import Testing

@testable import SNMClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Endpoints and requests as values.
@Suite struct NetworkLayerTests {
    struct Call: SNMRequestConvertible {
        var endpoint: Endpoint
        var requestType: SNMRequestType = .plain
    }

    static func endpoint(_ method: HTTPMethod = .get, _ path: String = "p", query: [Endpoint.QueryPair] = []) -> Endpoint {
        Endpoint(baseURL: URL(string: "http://h:1") ?? URL(fileURLWithPath: "/"), path: path, method: method, query: query)
    }

    @Test(
        "joins base URL and path",
        arguments: [
            ("http://h", "rest/v1/t", "http://h/rest/v1/t"), ("http://h/", "/rest/v1/t", "http://h/rest/v1/t"),
            ("http://h/branch/a/", "x", "http://h/branch/a/x"), ("http://h/a?b=c#d", "x", "http://h/a/x"), ("http://h", "", "http://h"),
            ("http://h", "a b/ü?#%", "http://h/a%20b/%C3%BC%3F%23%25"), ("http://h", "a+b;c", "http://h/a%2Bb%3Bc"),
            ("http://h", "a//b/", "http://h/a//b/"), ("http://[::1]:5", "a:b@c", "http://[::1]:5/a:b@c"),
        ])
    func joins(base: String, path: String, url: String) throws {
        let endpoint = Endpoint(baseURL: try #require(URL(string: base)), path: path, method: .get)
        #expect(endpoint.absoluteURL.absoluteString == url)
        #expect(endpoint.isValid)
    }

    @Test("encodes in a query whatever a server would read otherwise")
    func query() {
        let all = String(String.UnicodeScalarView((0x20..<0x7F).compactMap(Unicode.Scalar.init)))
        let url = Self.endpoint(query: [.init(all, all), .init("k", ""), .init("", "é\n")]).absoluteURL.absoluteString
        let encoded =
            "%20!%22%23%24%25%26%27()*%2B,-.%2F0123456789:%3B%3C%3D%3E%3F%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60"
            + "abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
        #expect(url == "http://h:1/p?\(encoded)=\(encoded)&k=&=%C3%A9%0A")
    }

    @Test("keeps order and repeated keys; sorts a dictionary")
    func order() {
        let ordered = Self.endpoint(query: [.init("b", "1"), .init("a", "2"), .init("b", "3")])
        #expect(ordered.absoluteURL.query == "b=1&a=2&b=3")
        let base = ordered.baseURL
        #expect(Endpoint(baseURL: base, path: "p", method: .get, query: ["b": "1", "a": "2"]).absoluteURL.query == "a=2&b=1")
    }

    @Test("refuses an address", arguments: ["ftp://h", "file:///etc", "mailto:a", "http:///x", "h"])
    func address(text: String) throws {
        let call = Call(endpoint: Endpoint(baseURL: try #require(URL(string: text)), path: "p", method: .get))
        #expect(!call.isValid)
        #expect { try call.urlRequest() } throws: { if case SNMNetworkError.invalidURL = $0 { true } else { false } }
    }

    @Test("refuses a path that climbs", arguments: ["..", "a/../b", "a/.", "./a"])
    func climbs(path: String) {
        #expect(!Call(endpoint: Self.endpoint(.get, path)).isValid)
    }

    @Test("refuses a body on GET and HEAD", arguments: [HTTPMethod.get, .head])
    func bodyOnGet(method: HTTPMethod) {
        let form = MultipartFormData(fileName: "f", mimeType: "a/b", contentData: Data())
        for type in [
            SNMRequestType.jsonEncodableBody(with: 1), .compositePlain(header: [:], body: Data()),
            .compositeJSONEncodable(header: [:], body: 1), .multipartFormData(header: [:], multipartFormData: form),
        ] {
            let call = Call(endpoint: Self.endpoint(method), requestType: type)
            #expect(!call.isValid)
            #expect { try call.urlRequest() } throws: { if case SNMNetworkError.invalidRequest = $0 { true } else { false } }
        }
    }

    @Test(
        "refuses a header field that would add another",
        arguments: [("a", "x\r\nEvil: 1"), ("a\nb", "x"), ("", "x"), ("a b", "x"), ("a", "\u{0}")])
    func header(name: String, value: String) {
        #expect(!Call(endpoint: Self.endpoint(), requestType: .header(with: [name: value])).isValid)
    }

    @Test("carries each type of request")
    func types() throws {
        func request(_ type: SNMRequestType) throws -> URLRequest {
            try Call(endpoint: Self.endpoint(.post), requestType: type).urlRequest()
        }
        #expect(try request(.plain).httpBody == nil)
        #expect(try request(.header(with: ["X-A": "b"])).value(forHTTPHeaderField: "x-a") == "b")
        let json = try request(.jsonEncodableBody(with: ["d": Date(timeIntervalSince1970: 0.5)]))
        #expect(json.httpBody == Data(#"{"d":"1970-01-01T00:00:00.500000Z"}"#.utf8))
        #expect(json.value(forHTTPHeaderField: "Content-Type") == "application/json")
        let named = try request(.compositeJSONEncodable(header: ["Content-Type": "application/x+json"], body: [1]))
        #expect(named.value(forHTTPHeaderField: "Content-Type") == "application/x+json")
        let plain = try request(.compositePlain(header: ["Content-Type": "text/plain"], body: Data("x".utf8)))
        #expect(plain.httpBody == Data("x".utf8))
        #expect(plain.cachePolicy == .reloadIgnoringLocalCacheData)
        for method in HTTPMethod.allCases {
            #expect(try Call(endpoint: Self.endpoint(method)).urlRequest().httpMethod == method.rawValue)
        }
    }

    @Test("writes a form")
    func form() throws {
        let form = MultipartFormData(
            boundary: "b", parameters: ["metadata": "{\"a\":\n1}", "a\"\r\nb": "1"], fileName: "x\".jpg\r\nX: y", mimeType: "image/jpeg",
            contentData: Data([0, 13, 10, 255]))
        let expected =
            Data(
                ("--b\r\nContent-Disposition: form-data; name=\"a%22%0D%0Ab\"\r\n\r\n1\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{\"a\":\n1}\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x%22.jpg%0D%0AX: y\"\r\n"
                    + "Content-Type: image/jpeg\r\n\r\n").utf8) + Data([0, 13, 10, 255]) + Data("\r\n--b--\r\n".utf8)
        let type = SNMRequestType.multipartFormData(header: ["Content-Type": "x/y"], multipartFormData: form)
        let request = try Call(endpoint: Self.endpoint(.post), requestType: type).urlRequest()
        #expect(request.httpBody == expected)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "multipart/form-data; boundary=b")
        #expect(
            MultipartFormData(boundary: "a:b", fileName: "", mimeType: "", contentData: Data()).contentType.hasSuffix("boundary=\"a:b\""))
    }

    @Test("refuses a form that its reader would misread")
    func badForms() {
        func isValid(_ form: MultipartFormData) -> Bool {
            Call(endpoint: Self.endpoint(.post), requestType: .multipartFormData(header: [:], multipartFormData: form)).isValid
        }
        let good = MultipartFormData(boundary: "b", fileName: "f", mimeType: "a/b", contentData: Data("x".utf8))
        #expect(isValid(good))
        for change: @Sendable (inout MultipartFormData) -> Void in [
            { $0.boundary = "" }, { $0.boundary = "a\r\nb" }, { $0.boundary = String(repeating: "a", count: 71) },
            { $0.mimeType = "a/b\r\nX: y" }, { $0.contentData = Data("x\r\n--b--".utf8) }, { $0.parameters = ["a": "\r\n--b"] },
        ] {
            var form = good
            change(&form)
            #expect(!isValid(form))
        }
    }

    @Test("shows no secret in a description, a debug description or a dump")
    func secrets() throws {
        let secret = "S3CRET"
        let config = SupabaseConfig(baseURL: try #require(URL(string: "http://h")), apiKey: secret, bucket: "b")
        let session = SupabaseSession(
            accessToken: secret, expiresIn: 1, expiresAt: 1, refreshToken: secret, user: SupabaseUser(id: UUID(), email: "a@b.c"))
        let response = try #require(
            HTTPURLResponse(url: config.baseURL, statusCode: 200, httpVersion: nil, headerFields: ["Set-Cookie": secret]))
        let db = SupabaseDBManager(config: config)
        let values: [Any] = [
            config, session, SNMNetworkResponse(data: Data(secret.utf8), response: response),
            SNMRequestType.compositePlain(header: ["Authorization": secret], body: Data(secret.utf8)),
            SNMRequestType.jsonEncodableBody(with: secret), SNMRequestType.header(with: ["apikey": secret]),
            try db.fetchData().setTable("t").build().authorized(by: secret), db,
            SupabaseBackend(config: config, sessionStorage: SupabaseMemorySessionStorage()),
            SupabaseAuthRequest.refresh(secret, config: config),
            SupabaseAuthRequest.token("password", body: SupabaseAuthRequest.PasswordBody(email: "a", password: secret), config: config),
            SNMNetworkError.failedStatusCode(400, header: ["Set-Cookie": secret], body: Data("{\"access_token\":\"\(secret)\"}".utf8)),
            SupabaseSignUpResult.signedIn(session),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains(secret), "\(type(of: value)) shows: \(text)")
            }
        }
    }

    @Test("an error names the server's code and message")
    func errorText() {
        func error(_ body: String) -> SNMNetworkError { .failedStatusCode(400, header: [:], body: Data(body.utf8)) }
        #expect(
            error(#"{"code":"PGRST100","message":"no","details":null,"hint":"try"}"#).description
                == "The server answered 400 (PGRST100): no Hint: try")
        #expect(error(#"{"code":400,"error_code":"bad_jwt","msg":"m"}"#).serverCode == "bad_jwt")
        #expect(error(#"{"error":"invalid request","error_description":"Bad ID token"}"#).serverMessage == "Bad ID token")
        #expect(
            error(#"{"statusCode":"404","error":"not_found","message":"Object not found","code":"NoSuchKey"}"#).serverCode == "NoSuchKey")
        #expect(error("<html>").description == "The server answered 400")
        #expect(error("").serverCode == nil)
    }
}
