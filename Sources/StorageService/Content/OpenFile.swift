import Synchronization
import Tokens

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An open file; every call blocks. Written by one task at a time, its MD5 kept on the way.
final class OpenFile: Sendable {
    private let descriptor: CInt
    private let path: String
    let size: Int
    private let digest: Mutex<RunningDigest>

    init(creating path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(operation: "create", path: path) }
        self.path = path
        size = 0
        digest = Mutex(RunningDigest(.md5))
    }

    /// nil when there is no such file.
    init?(reading path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw FileError(operation: "open", path: path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw FileError(operation: "stat", path: path)
        }
        self.descriptor = descriptor
        self.path = path
        size = Int(status.st_size)
        digest = Mutex(RunningDigest(.md5))
    }

    deinit {
        close(descriptor)
    }

    /// Lower-case hexadecimal; of everything written. Ask once, at the end.
    var md5: String { digest.withLock { $0.finish().hexadecimal } }

    func write(_ bytes: [UInt8]) throws {
        digest.withLock { $0.update(bytes) }
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileError(operation: "write", path: path) }
                rest = rest.dropFirst(count)
            }
        }
    }

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                let got = pread(descriptor, buffer.baseAddress?.advanced(by: initialized), count - initialized, off_t(offset + initialized))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { throw FileError(operation: "read", path: path) }
                initialized += got
            }
        }
    }

    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw FileError(operation: "sync", path: path) }
    }

    func rename(to target: String) throws {
        guard renameFile(path, target) == 0 else { throw FileError(operation: "rename", path: path) }
    }

    /// Brings the names of a folder to the disk.
    static func synchronizeFolder(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(operation: "open", path: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(operation: "sync", path: path) }
    }
}

// The methods above hide the system's functions of the same name.

private func writeBytes(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func renameFile(_ old: String, _ new: String) -> CInt {
    rename(old, new)
}
