import JSONText
import PostgresLink
import TestSupport
import Testing

/// Downloads (storage.md 12 and 13; the numbers are those of its section 26).
@Suite("Downloading")
struct DownloadTests {
    @Test("30: a public object needs no key, and comes with its headers")
    func publicObject() async throws {
        let bucket = try await TestBucket(isPublic: true)
        try await bucket.upload("hello.txt", "Hello, world!", headers: [("Cache-Control", "max-age=60")])
        for method in ["GET", "HEAD"] {
            let answer = try await bucket.request(method, "hello.txt", route: "object/public", token: "")
            #expect(answer.status == 200)
            #expect(answer.text == (method == "GET" ? "Hello, world!" : ""))
            #expect(answer["Content-Type"] == "text/plain")
            #expect(answer["Content-Length"] == "13")
            #expect(answer["Accept-Ranges"] == "bytes")
            #expect(answer["X-Robots-Tag"] == "none")
            #expect(answer["Cache-Control"] == "max-age=60")
            #expect(answer["ETag"] == "\"6cd3556deb0da54bca060b4c39479839\"")
            #expect(answer["Last-Modified"]?.hasSuffix("GMT") == true)
        }
    }

    @Test("31–32: conditions decide whether it is sent again")
    func conditions() async throws {
        let bucket = try await TestBucket(isPublic: true)
        try await bucket.upload("hello.txt", "Hello, world!")
        let first = try await bucket.request("GET", "hello.txt", headers: [("apikey", bucket.shared.server.keys.anonKey)], token: "")
        let (time, tag) = (try #require(first["Last-Modified"]), try #require(first["ETag"]))
        let table: [(String, String, Int)] = [
            ("If-Modified-Since", time, 304), ("If-Modified-Since", "", 200), ("If-Modified-Since", "nonsense", 200),
            ("If-Modified-Since", "Mon, 01 Jan 2024 00:00:00 GMT", 200), ("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT", 304),
            ("If-None-Match", tag, 304), ("If-None-Match", "\"other\"", 200),
        ]
        for (name, value, status) in table {
            let answer = try await bucket.request("GET", "hello.txt", headers: [(name, value)], token: "")
            #expect(answer.status == status, "\(name): \(value)")
            #expect(answer.text == (status == 304 ? "" : "Hello, world!"))
            #expect(answer["Last-Modified"] == time)
            #expect(answer["ETag"] == tag)
            #expect(answer["Cache-Control"] == (value == "\"other\"" ? "no-cache, stale-while-revalidate=30" : "no-cache"))
        }
    }

    @Test("33: one range is sent, anything else refused", arguments: [
        ("bytes=2-5", 206, "bytes 2-5/10", "2345"), ("bytes=7-", 206, "bytes 7-9/10", "789"), ("bytes=-5", 206, "bytes 5-9/10", "56789"),
        ("bytes=8-99", 206, "bytes 8-9/10", "89"), ("bytes=-99", 206, "bytes 0-9/10", "0123456789"), ("bytes=0-0", 206, "bytes 0-0/10", "0"),
        ("bytes=10-12", 416, nil, nil), ("bytes=8-4", 416, nil, nil), ("bytes=-0", 416, nil, nil), ("bytes=-", 416, nil, nil),
        ("items=0-1", 416, nil, nil), ("bytes=0-1,3-4", 416, nil, nil), ("bytes=99999999999999999999-", 416, nil, nil),
        ("bytes=0-99999999999999999999", 416, nil, nil),
    ] as [(String, Int, String?, String?)])
    func ranges(range: String, status: Int, contentRange: String?, content: String?) async throws {
        let bucket = try await TestBucket(isPublic: true)
        try await bucket.upload("digits", "0123456789")
        let answer = try await bucket.request("GET", "digits", headers: [("Range", range)])
        #expect(answer.status == status)
        #expect(answer["Content-Range"] == contentRange)
        if let content {
            #expect(answer.text == content)
        } else {
            #expect(answer.storageError == "416 416|invalid_range|invalid range provided|InvalidRange")
        }
    }

    @Test("34: the query asks for a file name", arguments: [
        ("", nil), ("?download", "attachment;"), ("?download=", "attachment;"),
        ("?download=a%20b.png", "attachment; filename=a%20b.png; filename*=UTF-8''a%20b.png"),
        ("?x=1&download=%22%0d%0aX:y", "attachment; filename=%22%0D%0AX%3Ay; filename*=UTF-8''%22%0D%0AX%3Ay"),
    ] as [(String, String?)])
    func disposition(query: String, header: String?) async throws {
        let bucket = try await TestBucket(isPublic: true)
        try await bucket.upload("x", "x")
        #expect(try await bucket.request("GET", "x\(query)")["Content-Disposition"] == header)
    }

    @Test("35: markup is shown as text, and robots are told what the owner said")
    func headers() async throws {
        let bucket = try await TestBucket(isPublic: true)
        try await bucket.upload("page", "<script>", type: "text/html; charset=utf-8", headers: [("x-robots-tag", "noindex, nofollow")])
        let answer = try await bucket.request("GET", "page")
        #expect(answer["Content-Type"] == "text/plain")
        #expect(answer["X-Robots-Tag"] == "noindex, nofollow")
        let refused = try await bucket.upload("other", "x", headers: [("x-robots-tag", "everything")])
        #expect(try JSON(parsing: refused.body)["error"] == "invalid_x_robots_tag")
    }

    @Test("36–37: what may not be seen is not there")
    func access() async throws {
        let bucket = try await TestBucket()
        try await bucket.upload("x", "x")
        let noBucket = "400 404|Bucket not found|Bucket not found|NoSuchBucket"
        #expect(try await bucket.request("GET", "x", route: "object/public").storageError == noBucket)
        #expect(try await bucket.request("GET", "x", token: "").storageError == noBucket)
        #expect(try await bucket.request("GET", "x", token: "not-a-jwt").storageError == noBucket)
        let anon = bucket.shared.server.keys.anonKey
        #expect(try await bucket.request("GET", "x", token: anon).storageError == "400 404|not_found|Object not found|NoSuchKey")
        #expect(
            try await bucket.request("GET", "missing", route: "object/authenticated").storageError
                == "400 404|not_found|Object not found|NoSuchKey")
        #expect(
            try await bucket.request("GET", "x", route: "object/authenticated", token: "").storageError
                == "400 400|Error|headers must have required property 'authorization'|InvalidRequest")
        #expect(
            try await bucket.request("GET", "x", route: "object/authenticated", token: "not-a-jwt").storageError
                == "400 403|Unauthorized|Invalid Compact JWS|AccessDenied")
        #expect(try await bucket.request("HEAD", "missing").status == 400)
        #expect(try await bucket.request("HEAD", "missing").body.isEmpty)
        #expect(try await bucket.request("GET", "x", route: "object/authenticated").text == "x")
    }

    @Test("the row without its content is an honest error")
    func missingContent() async throws {
        let bucket = try await TestBucket(isPublic: true)
        for version in [nil, "../../etc/passwd", "00000000-0000-4000-8000-000000000000"] as [String?] {
            _ = try await bucket.shared.value(
                """
                INSERT INTO storage.objects (bucket_id, name, version, metadata) \
                VALUES (\(parameter: bucket.name), 'x', \(parameter: version), '{"size": 3}') \
                ON CONFLICT (name, bucket_id) DO UPDATE SET version = EXCLUDED.version
                """)
            let answer = try await bucket.request("GET", "x")
            #expect(answer.storageError == "400 404|Not found|The resource was not found|NoSuchKey")
            #expect(answer["Cache-Control"] == "no-store")
        }
    }

    @Test("an object of megabytes comes as it was sent, whole and in parts")
    func large() async throws {
        let bucket = try await TestBucket(isPublic: true)
        var random = Randomness(seed: 7)
        let content = (0..<3_000_000 / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        let answer = try await bucket.request("POST", "large", headers: [("Content-Type", "application/octet-stream")], body: content)
        #expect(answer.status == 200)
        #expect(try await bucket.request("GET", "large").body == content)
        let part = try await bucket.request("GET", "large", headers: [("Range", "bytes=1000001-2000000")])
        #expect(part.body == Array(content[1_000_001...2_000_000]))
    }
}
