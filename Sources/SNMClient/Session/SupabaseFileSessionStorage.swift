import Foundation
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps the session in a file that only its owner can read (mode 0600).
///
/// The file is written under another name and renamed, so that a crash leaves the old session or the new one, never half of one.
public struct SupabaseFileSessionStorage: SupabaseSessionStorage {
    /// The file.
    public let url: URL

    /// - Parameter url: The file; its folder is made, with mode 0700, when it does not exist.
    public init(url: URL) {
        self.url = url
    }

    public func load() throws -> Data? {
        do {
            return try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return nil
        }
    }

    public func save(_ data: Data) throws {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let temporary = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        do {
            try Self.write(data, to: temporary.path)
            guard rename(temporary.path, url.path) == 0 else { throw Self.lastError }
        } catch {
            unlink(temporary.path)
            throw error
        }
    }

    public func delete() throws {
        guard unlink(url.path) != 0, errno != ENOENT else { return }
        throw Self.lastError
    }

    /// Creates the file with its mode at once: a file that is protected afterwards could be opened before.
    private static func write(_ data: Data, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw lastError }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.synchronize()
        try file.close()
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
