import Foundation
import HTTPServing
import Sockets
import Synchronization
import Testing

@testable import StorageService

@Suite("Contents in a folder")
struct FolderStoreTests {
    private static let version = "0b9f5c63-8d6e-4a3f-9d1f-0f2f1c9f1a11"

    /// A store in a folder that goes with the test.
    private func withStore(isDurable: Bool = false, _ body: (FolderStore, _ folder: URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-postgrest-test-\(UUID().uuidString)")
        // Neither the folder nor its parent is there before.
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FolderStore(folder: folder.appendingPathComponent("objects").path, offload: try Offload(), isDurable: isDurable)
        try store.prepare()
        try await body(store, folder.appendingPathComponent("objects"))
    }

    private func stream(_ pieces: [[UInt8]], failing: Bool = false) -> BodyStream {
        let rest = Mutex(pieces[...])
        return BodyStream {
            if let piece = rest.withLock({ $0.popFirst() }) { return piece }
            if failing { throw Interrupted() }
            return nil
        }
    }

    private struct Interrupted: Error {}

    private func content(_ stream: BodyStream?) async throws -> [UInt8]? {
        guard let stream else { return nil }
        var bytes: [UInt8] = []
        while let piece = try await stream.next() { bytes += piece }
        #expect(bytes.count == stream.length)
        return bytes
    }

    private func files(_ folder: URL) throws -> [String] {
        try ["tmp", "content"].flatMap { name in
            try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path).map { "\(name)/\($0)" }
        }
    }

    @Test("come back as they were stored, whole and in part", arguments: [true, false])
    func roundTrip(isDurable: Bool) async throws {
        try await withStore(isDurable: isDurable) { store, folder in
            let pieces = (0..<5).map { piece in (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ piece) } }
            let all = pieces.flatMap { $0 }
            let stored = try await store.store(Self.version, limit: all.count, from: stream(pieces))
            #expect(stored.size == all.count)
            #expect(try await content(store.open(Self.version, range: nil)) == all)
            #expect(try await content(store.open(Self.version, range: 10..<600_000)) == Array(all[10..<600_000]))
            #expect(try await content(store.open(Self.version, range: 5..<5)) == [])
            #expect(try files(folder) == ["content/\(Self.version)"])
        }
    }

    @Test("have the MD5 of their bytes", arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("Hello, world!", "6cd3556deb0da54bca060b4c39479839"),
    ])
    func digest(text: String, md5: String) async throws {
        try await withStore { store, _ in
            let stored = try await store.store(Self.version, limit: 100, from: stream(text.isEmpty ? [] : [Array(text.utf8)]))
            #expect(stored == StoredContent(size: text.utf8.count, md5: md5))
        }
    }

    @Test("leave nothing when they are too large, or break off")
    func failures() async throws {
        try await withStore { store, folder in
            await #expect(throws: BodyTooLarge.self) {
                try await store.store(Self.version, limit: 5, from: stream([[1, 2, 3], [4, 5, 6]]))
            }
            await #expect(throws: Interrupted.self) {
                try await store.store(Self.version, limit: 500, from: stream([[1, 2, 3]], failing: true))
            }
            let (left, opened) = (try files(folder), try await store.open(Self.version, range: nil))
            #expect(left.isEmpty)
            #expect(opened?.length == nil)
            let stored = try await store.store(Self.version, limit: 5, from: stream([[1, 2, 3], [4, 5]]))
            #expect(stored.size == 5)
        }
    }

    @Test("can be removed while they are read, once or twice")
    func removal() async throws {
        try await withStore { store, folder in
            _ = try await store.store(Self.version, limit: 10, from: stream([[1, 2, 3]]))
            let reading = try await store.open(Self.version, range: nil)
            await store.remove(Self.version)
            await store.remove(Self.version)
            #expect(try await content(reading) == [1, 2, 3])
            #expect(try await content(store.open(Self.version, range: nil)) == nil)
            #expect(try files(folder).isEmpty)
        }
    }

    @Test("are named by versions only", arguments: ["../tmp/x", "", ".", "..", "/etc/passwd", "0b9f5c63-8d6e-4a3f-9d1f-0f2f1c9f1a1/"])
    func names(version: String) async throws {
        try await withStore { store, folder in
            try Data("secret".utf8).write(to: folder.appendingPathComponent("tmp/x"))
            #expect(try await content(store.open(version, range: nil)) == nil)
            await store.remove(version)
            #expect(try files(folder) == ["tmp/x"])
            // What a crash left half written goes with the next start.
            try store.prepare()
            #expect(try files(folder).isEmpty)
        }
    }
}
