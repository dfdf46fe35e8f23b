import Foundation
import SNMClient
import Testing

@Suite("Images")
struct ImageTests {
    @Test("are uploaded, downloaded, and not downloaded again while they are unchanged")
    func upload() async throws {
        let member = try await SharedServer.running().member()
        let name = "\(member.id)/profile \(Unique.name()).jpg"
        let image = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try await member.storage.upload(imageData: image, fileName: name)
        let first = try await member.storage.download(fileName: name)
        #expect(first.isModified)
        #expect(first.imageData == image)
        let lastModified = try #require(first.lastModified)
        let second = try await member.storage.download(fileName: name, lastModified: lastModified)
        #expect(!second.isModified)
        #expect(second.imageData == nil)
        #expect(second.lastModified == lastModified)
    }

    @Test("are replaced only when asked to, and only by their owner")
    func replacing() async throws {
        let shared = try await SharedServer.running()
        let (owner, other) = (try await shared.member(), try await shared.member())
        let name = "\(owner.id)/\(Unique.name()).png"
        try await owner.storage.upload(imageData: Data("one".utf8), fileName: name, mimeType: "image/png")
        let twice = await refusal { try await owner.storage.upload(imageData: Data("two".utf8), fileName: name, mimeType: "image/png") }
        #expect(twice?.statusCode == 400)
        #expect(twice?.serverCode == "KeyAlreadyExists")
        let forged = await refusal {
            try await other.storage.upload(imageData: Data("three".utf8), fileName: name, mimeType: "image/png", upsert: true)
        }
        #expect(forged?.statusCode == 400)
        #expect(forged?.serverMessage == "new row violates row-level security policy")
        // Members see each other's pictures.
        #expect(try await other.storage.download(fileName: name).imageData == Data("one".utf8))
        try await owner.storage.upload(imageData: Data("four".utf8), fileName: name, mimeType: "image/png", upsert: true)
        #expect(try await other.storage.download(fileName: name).imageData == Data("four".utf8))
    }

    @Test("are hidden from who is not signed in, and must be images")
    func rules() async throws {
        let shared = try await SharedServer.running()
        let member = try await shared.member()
        let name = "\(member.id)/\(Unique.name()).jpg"
        try await member.storage.upload(imageData: Data("x".utf8), fileName: name)
        let stranger = await refusal { _ = try await shared.device().storage.download(fileName: name) }
        #expect(stranger?.statusCode == 400)
        #expect(stranger?.serverMessage == "Object not found")
        let anonymous = await refusal { try await shared.device().storage.upload(imageData: Data("x".utf8), fileName: Unique.name()) }
        #expect(anonymous?.serverMessage == "new row violates row-level security policy")
        let text = await refusal {
            try await member.storage.upload(imageData: Data("x".utf8), fileName: Unique.name(), mimeType: "text/plain")
        }
        #expect(text?.serverMessage == "mime type text/plain is not supported")
    }
}
