package import HTTPServing
package import Sockets
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Contents as files of a folder: written under a temporary name, brought to the disk, then renamed.
///
/// A file is named by its version, never by the object's key, so that no key can reach outside the folder.
package struct FolderStore: ContentStore {
    private let folder: String
    private let offload: Offload
    private let isDurable: Bool

    /// - Parameter isDurable: false where the data goes with the server, and waiting for the disk is waste.
    package init(folder: String, offload: Offload, isDurable: Bool) {
        self.folder = folder
        self.offload = offload
        self.isDurable = isDurable
    }

    /// Makes the folders; blocks.
    package func prepare() throws {
        let parent = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard parent.isEmpty || mkdir(parent, 0o700) == 0 || errno == EEXIST else { throw FileError(operation: "mkdir", path: parent) }
        for path in [folder, "\(folder)/tmp", "\(folder)/content"] {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(operation: "mkdir", path: path) }
            // The folder goes with its parent's owner, who may have to remove it.
            var parent = stat()
            if stat(folder + "/..", &parent) == 0, geteuid() == 0 { _ = chown(path, parent.st_uid, parent.st_gid) }
        }
        // What a crash left half written.
        for name in Self.names(in: "\(folder)/tmp") { unlink("\(folder)/tmp/\(name)") }
    }

    package func store(_ version: String, limit: Int, from source: BodyStream) async throws -> StoredContent {
        let temporary = "\(folder)/tmp/\(version)"
        let file = try await offload.run { try OpenFile(creating: temporary) }
        do {
            var size = 0
            var pending: [UInt8] = []
            while let bytes = try await source.next() {
                guard bytes.count <= limit - size else { throw BodyTooLarge(limit: limit) }
                size += bytes.count
                pending += bytes
                if pending.count >= Limits.pieceBytes {
                    try await write(pending, to: file)
                    pending.removeAll(keepingCapacity: true)
                }
            }
            try await write(pending, to: file)
            let (folder, isDurable) = (folder, isDurable)
            let md5 = try await offload.run {
                if isDurable { try file.synchronize() }
                try file.rename(to: "\(folder)/content/\(version)")
                if isDurable { try OpenFile.synchronizeFolder("\(folder)/content") }
                return file.md5
            }
            return StoredContent(size: size, md5: md5)
        } catch {
            _ = try? await offload.run { unlink(temporary) }
            throw error
        }
    }

    private func write(_ bytes: [UInt8], to file: OpenFile) async throws {
        if !bytes.isEmpty { try await offload.run { try file.write(bytes) } }
    }

    package func open(_ version: String, range: Range<Int>?) async throws -> BodyStream? {
        let path = "\(folder)/content/\(version)"
        guard Self.isVersion(version), let file = try await offload.run({ try OpenFile(reading: path) }) else { return nil }
        let bounds = range ?? 0..<file.size
        let position = Atomic(bounds.lowerBound)
        return BodyStream(length: bounds.count) { [offload] in
            let start = position.load(ordering: .relaxed)
            let count = min(Limits.pieceBytes, bounds.upperBound - start)
            guard count > 0 else { return nil }
            let bytes = try await offload.run { try file.read(count, at: start) }
            position.store(start + bytes.count, ordering: .relaxed)
            return bytes
        }
    }

    package func remove(_ version: String) async {
        guard Self.isVersion(version) else { return }
        _ = try? await offload.run { [folder] in unlink("\(folder)/content/\(version)") }
    }

    /// Versions in the table may have been written by SQL: only ours name files.
    private static func isVersion(_ text: String) -> Bool {
        text.utf8.count == 36 && text.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// A system call on a file that failed.
struct FileError: Error, CustomStringConvertible {
    let description: String

    init(operation: String, path: String) {
        description = "\(operation) \(path): \(String(cString: strerror(errno)))"
    }
}
