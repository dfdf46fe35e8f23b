import HTTPServing
import JSONText
import Testing

@testable import StorageService

@Suite("Forms of uploads")
struct FormReaderTests {
    private static func reader(_ parts: [String]) throws -> FormReader {
        let text = parts.map { "--x\r\nContent-Disposition: form-data; \($0)\r\n" }.joined() + "--x--\r\n"
        return FormReader(try #require(Multipart(.bytes(Array(text.utf8)), contentType: "multipart/form-data; boundary=x")))
    }

    private static func read(_ parts: [String]) async throws -> (reader: FormReader, content: String?) {
        let reader = try reader(parts)
        guard try await reader.readToFile() else { return (reader, nil) }
        var content: [UInt8] = []
        while let bytes = try await reader.nextFileBytes() { content += bytes }
        try await reader.readRest()
        return (reader, String(decoding: content, as: UTF8.self))
    }

    private static let file = "name=\"\"; filename=\"a.png\"\r\nContent-Type: Image/PNG; x=y\r\n\r\ncontent"

    @Test("have fields before and behind the file", arguments: [true, false])
    func fields(isBefore: Bool) async throws {
        let fields = ["name=\"cacheControl\"\r\n\r\n60", "name=\"metadata\"\r\n\r\n{\"a\":1}", "name=\"unknown\"\r\n\r\nx"]
        let (reader, content) = try await Self.read(isBefore ? fields + [Self.file] : [Self.file] + fields)
        #expect(content == "content")
        #expect(reader.mimeType == "image/png")
        #expect(reader.cacheControl == "max-age=60")
        #expect(reader.userMetadata == ["a": 1])
    }

    @Test("have defaults")
    func defaults() async throws {
        let (reader, content) = try await Self.read(["name=\"x\"; filename=\"\"\r\n\r\n"])
        #expect(content == "")
        #expect(reader.mimeType == "text/plain")
        #expect(reader.cacheControl == "no-cache")
        #expect(reader.userMetadata == [:])
    }

    @Test("prefer what the field says, take the first file, and ignore metadata that is none")
    func rules() async throws {
        let (reader, content) = try await Self.read([
            "name=\"contentType\"\r\n\r\ntext/x-odd", "name=\"userMetadata\"\r\n\r\n{broken", "name=\"cacheControl\"\r\n\r\n", Self.file,
            "name=\"second\"; filename=\"b\"\r\n\r\nother",
        ])
        #expect(content == "content")
        #expect(reader.mimeType == "text/x-odd")
        #expect(reader.cacheControl == "no-cache")
        #expect(reader.userMetadata == [:])
    }

    @Test("need a file")
    func noFile() async throws {
        #expect(try await Self.read(["name=\"cacheControl\"\r\n\r\n60"]).content == nil)
        #expect(try await Self.read(["name=\"x\"\r\nContent-Type: application/octet-stream\r\n\r\nbytes"]).content == "bytes")
    }

    @Test("have fields of bounded length")
    func bounds() async throws {
        let metadata = "name=\"metadata\"\r\n\r\n" + String(repeating: "x", count: Limits.userMetadataBytes + 1)
        await #expect(throws: StorageError.metadataTooLarge) { try await Self.read([metadata, Self.file]) }
        let field = "name=\"cacheControl\"\r\n\r\n" + String(repeating: "x", count: Limits.formFieldBytes + 1)
        await #expect(throws: StorageError.noContent("Field value too long")) { try await Self.read([Self.file, field]) }
    }

    @Test("that break off are errors")
    func broken() async throws {
        let text = "--x\r\nContent-Disposition: form-data; name=\"\"; filename=\"a\"\r\n\r\ncut off"
        let reader = FormReader(try #require(Multipart(.bytes(Array(text.utf8)), contentType: "multipart/form-data; boundary=x")))
        #expect(try await reader.readToFile())
        await #expect(throws: MultipartError.self) { while try await reader.nextFileBytes() != nil {} }
    }
}
