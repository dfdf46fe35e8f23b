import JSONText
import PostgresLink
import TestSupport
import Testing

/// Uploads (storage.md 10 and 11; the numbers are those of its section 26).
@Suite("Uploading")
struct UploadTests {
    @Test("13–17: creates, refuses the same key, replaces with x-upsert or PUT")
    func lifeOfAnObject() async throws {
        let bucket = try await TestBucket(isPublic: true)
        let created = try await bucket.upload("hello.txt", "Hello, world!", headers: [("Cache-Control", "max-age=60")])
        #expect(created.status == 200)
        let answer = try JSON(parsing: created.body)
        #expect(answer["Key"]?.string == "\(bucket.name)/hello.txt")
        let first = try #require(try await bucket.row("hello.txt"))
        #expect(answer["Id"] == first["id"])
        let metadata = try #require(first["metadata"])
        #expect(metadata["size"] == 13)
        #expect(metadata["contentLength"] == 13)
        #expect(metadata["mimetype"] == "text/plain")
        #expect(metadata["cacheControl"] == "max-age=60")
        #expect(metadata["eTag"] == "\"6cd3556deb0da54bca060b4c39479839\"")
        #expect(metadata["httpStatusCode"] == 200)
        #expect(first["user_metadata"] == [:])
        #expect(first["path_tokens"] == ["hello.txt"])
        #expect(first["owner"] == .null)

        let again = try await bucket.upload("hello.txt", "other")
        #expect(again.storageError == "400 409|Duplicate|The resource already exists|KeyAlreadyExists")
        #expect(try await bucket.request("GET", "hello.txt").text == "Hello, world!")

        let replaced = try await bucket.upload("hello.txt", "v2", headers: [("x-upsert", "true")])
        #expect(replaced.status == 200)
        let second = try #require(try await bucket.row("hello.txt"))
        #expect(second["id"] == first["id"])
        #expect(second["version"] != first["version"])
        #expect(second["created_at"] == first["created_at"])
        #expect((second["updated_at"]?.string ?? "") > (first["updated_at"]?.string ?? "~"))
        #expect(try await bucket.request("GET", "hello.txt").text == "v2")

        #expect(try await bucket.upload("new.txt", "put", method: "PUT").status == 200)
        #expect(try await bucket.upload("new.txt", "put again", method: "PUT").status == 200)
        #expect(try await bucket.request("GET", "new.txt").text == "put again")
    }

    @Test("18–20: reads forms, whatever the order and the names of their parts")
    func forms() async throws {
        let bucket = try await TestBucket()
        let fields = [("name=\"cacheControl\"", nil, "3600"), ("name=\"metadata\"", nil, #"{"a":1}"#)] as [(String, String?, String)]
        let file = ("name=\"\"; filename=\"a.png\"", "image/png", "content") as (String, String?, String)
        for (index, parts) in [fields + [file], [file] + fields, [fields[1], file, fields[0]]].enumerated() {
            let form = TestBucket.form(parts.map { (disposition: $0.0, type: $0.1, content: $0.2) })
            let answer = try await bucket.request("POST", "\(index).png", headers: [("Content-Type", form.type)], body: form.body)
            #expect(answer.status == 200, "\(answer.text)")
            let row = try #require(try await bucket.row("\(index).png"))
            #expect(row["metadata"]?["cacheControl"] == "max-age=3600")
            #expect(row["metadata"]?["mimetype"] == "image/png")
            #expect(row["user_metadata"] == ["a": 1])
        }
        let plain = TestBucket.form([(disposition: "name=\"file\"; filename=\"p.jpg\"", type: "image/*", content: "x")])
        #expect(try await bucket.request("POST", "p.jpg", headers: [("Content-Type", plain.type)], body: plain.body).status == 200)
        let row = try #require(try await bucket.row("p.jpg"))
        #expect(row["metadata"]?["mimetype"] == "image/*")
        #expect(row["metadata"]?["cacheControl"] == "no-cache")
        #expect(row["user_metadata"] == [:])
    }

    @Test("21: refuses forms without a file, or broken ones, and keeps nothing", arguments: [
        TestBucket.form([(disposition: "name=\"cacheControl\"", type: nil, content: "3600")]).body,
        Array("--xyz\r\nContent-Disposition: form-data; name=\"\"; filename=\"a\"\r\n\r\ncut off".utf8),
        Array("no form at all".utf8), [],
    ])
    func brokenForms(body: [UInt8]) async throws {
        let bucket = try await TestBucket()
        let answer = try await bucket.request("POST", "x", headers: [("Content-Type", "multipart/form-data; boundary=xyz")], body: body)
        #expect(answer.status == 400)
        #expect(try JSON(parsing: answer.body)["code"] == "InvalidRequest")
        #expect(try await bucket.row("x") == nil)
    }

    @Test("22: takes user metadata from a header", arguments: [
        ("eyJhIjoxfQ==", ["a": 1]), ("not base64!", [:]), ("W10=", [:]),
    ] as [(String, JSON)])
    func userMetadata(header: String, stored: JSON) async throws {
        let bucket = try await TestBucket()
        try await bucket.upload("x", "x", headers: [("x-metadata", header)])
        #expect(try await bucket.row("x")?["user_metadata"] == stored)
    }

    @Test("23–24: obeys the bucket's limits")
    func limits() async throws {
        let bucket = try await TestBucket(sizeLimit: 10, mimeTypes: ["image/*"])
        let tooLarge = "400 413|Payload too large|The object exceeded the maximum allowed size|EntityTooLarge"
        #expect(try await bucket.upload("x", "12345678901", type: "image/png").storageError == tooLarge)
        #expect(try await bucket.row("x") == nil)
        let form = TestBucket.form([(disposition: "name=\"\"; filename=\"a\"", type: "image/png", content: "12345678901")])
        let answer = try await bucket.request("POST", "x", headers: [("Content-Type", form.type)], body: form.body)
        #expect(answer.storageError == tooLarge)
        #expect(try await bucket.row("x") == nil)
        #expect(try await bucket.upload("x", "1234567890", type: "image/png").status == 200)
        #expect(
            try await bucket.upload("y", "x").storageError
                == "400 415|invalid_mime_type|mime type text/plain is not supported|InvalidMimeType")
    }

    @Test("25–27: refuses types, buckets and keys that are none")
    func refusals() async throws {
        let bucket = try await TestBucket()
        #expect(
            try await bucket.upload("x", "x", type: "thisisnotarealmimetype").storageError
                == "400 415|invalid_mime_type|Invalid Content-Type header|InvalidMimeType")
        #expect(try await bucket.upload("caf%C3%A9.txt", "x").storageError == "400 400|InvalidKey|Invalid key: café.txt|InvalidKey")
        #expect(try await bucket.upload("", "x").storageError == "400 400|InvalidKey|Invalid key: |InvalidKey")
        #expect(try await bucket.upload("a/%2e%2e/b", "x").status == 400)
        let key = bucket.shared.server.keys.serviceRoleKey
        for (name, error) in [("no-such-bucket", "400 404|Bucket not found|Bucket not found|NoSuchBucket"), ("%EC%B4%88", "400 400|Invalid Input|Bucket name invalid|InvalidBucketName")] {
            let answer = try await bucket.shared.bareRequest(
                "POST", "/storage/v1/object/\(name)/x", headers: [("Authorization", "Bearer \(key)"), ("Content-Type", "text/plain")], body: [1])
            #expect(answer.storageError == error)
        }
    }

    @Test("28: stores keys of odd characters")
    func oddKeys() async throws {
        let bucket = try await TestBucket(isPublic: true)
        let path = "special%20file%20%40%2B%24%2C%3B%3D%3F.txt"
        #expect(try await bucket.upload(path, "odd").status == 200)
        #expect(try await bucket.request("GET", path).text == "odd")
        #expect(try await bucket.row("special file @+$,;=?.txt") != nil)
        for key in ["a", "a/", "a//b", "a/b"] { #expect(try await bucket.upload(key, key).status == 200) }
        for key in ["a", "a/", "a//b", "a/b"] { #expect(try await bucket.request("GET", key).text == key) }
    }

    @Test("29: stores nothing at all")
    func empty() async throws {
        let bucket = try await TestBucket(isPublic: true)
        #expect(try await bucket.upload("empty", "").status == 200)
        let answer = try await bucket.request("GET", "empty")
        #expect(answer.status == 200)
        #expect(answer["Content-Length"] == "0")
        #expect(answer["ETag"] == "\"d41d8cd98f00b204e9800998ecf8427e\"")
        #expect(try await bucket.request("GET", "empty", headers: [("Range", "bytes=0-0")]).status == 416)
    }

    @Test("records nothing when the client goes away before the announced end")
    func disconnect() async throws {
        let bucket = try await TestBucket()
        let connection = try await PlainHTTP(bucket.shared.address, on: TestCluster.loop)
        let head = """
            POST /storage/v1/object/\(bucket.name)/half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\
            Authorization: Bearer \(bucket.shared.server.keys.serviceRoleKey)\r\nContent-Type: text/plain\r\n\r\n
            """
        try await connection.send(Array(head.utf8) + [UInt8](repeating: 65, count: 400_000))
        connection.close()
        try await TestCluster.loop.sleep(for: .milliseconds(300))
        #expect(try await bucket.row("half") == nil)
    }

    @Test("gives many writers of one key one row, whose content and metadata belong together")
    func concurrentUpserts() async throws {
        let bucket = try await TestBucket(isPublic: true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for length in 1...12 {
                group.addTask {
                    let answer = try await bucket.upload("one", String(repeating: "x", count: length * 1000), headers: [("x-upsert", "true")])
                    #expect(answer.status == 200, "\(answer.text)")
                }
            }
            try await group.waitForAll()
        }
        let row = try #require(try await bucket.row("one"))
        let content = try await bucket.request("GET", "one")
        #expect(content.body.count == row["metadata"]?["size"]?.int)
        #expect(content["ETag"] == row["metadata"]?["eTag"]?.string)
    }

    @Test("38–39: asks the policies of the caller, with and without upsert")
    func policies() async throws {
        let bucket = try await TestBucket()
        let (first, second) = (try await bucket.shared.member(), try await bucket.shared.member())
        let (token, id, other) = (try await first.token, first.id.uuidString.lowercased(), second.id.uuidString.lowercased())
        let refused = "400 403|Unauthorized|new row violates row-level security policy|AccessDenied"
        try await bucket.allow("insert", "with check (bucket_id = '\(bucket.name)' and (storage.foldername(name))[1] = auth.uid()::text)")
        #expect(try await bucket.upload("\(id)/a.txt", "a", token: token).status == 200)
        #expect(try await bucket.upload("\(other)/a.txt", "a", token: token).storageError == refused)
        #expect(try await bucket.upload("\(id)/b.txt", "b", headers: [("x-upsert", "true")], token: token).storageError == refused)
        #expect(
            try await bucket.request("GET", "\(id)/a.txt", token: token).storageError == "400 404|not_found|Object not found|NoSuchKey")

        try await bucket.allow("select", "using (bucket_id = '\(bucket.name)' and owner_id = auth.uid()::text)")
        #expect(try await bucket.upload("\(id)/b.txt", "b", headers: [("x-upsert", "true")], token: token).status == 200)
        #expect(try await bucket.upload("\(id)/b.txt", "c", headers: [("x-upsert", "true")], token: token).storageError == refused)
        try await bucket.allow("update", "using (bucket_id = '\(bucket.name)' and owner_id = auth.uid()::text)")
        #expect(try await bucket.upload("\(id)/b.txt", "c", headers: [("x-upsert", "true")], token: token).status == 200)
        #expect(try await bucket.request("GET", "\(id)/b.txt", token: token).text == "c")
        let row = try #require(try await bucket.row("\(id)/b.txt"))
        #expect(row["owner"]?.string == id)
        #expect(row["owner_id"]?.string == id)
    }
}

extension TestBucket {
    func allow(_ command: String, _ rule: String) async throws {
        try await shared.script("create policy \"\(name) \(command)\" on storage.objects for \(command) to authenticated \(rule)")
    }
}
