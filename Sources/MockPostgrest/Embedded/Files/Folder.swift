#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder held open: what is done in it cannot be led elsewhere by a link that somebody puts in its place.
struct Folder: Sendable {
    let path: String
    let descriptor: OwnedDescriptor

    init(_ path: String) throws(ClusterError) {
        self.path = path
        do {
            descriptor = try OwnedDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        } catch {
            throw .folder(path, reason: "\(error)")
        }
    }

    private init(path: String, descriptor: OwnedDescriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    /// A folder in this one, made if it is not there, that belongs to the user and is private to it.
    func makePrivate(_ name: String, for user: ServiceUser) throws(ClusterError) -> Folder {
        let path = "\(path)/\(name)"
        let made = descriptor.withNumber { mkdirat($0, name, 0o700) } == 0
        guard made || errno == EEXIST else { throw .folder(path, reason: String(cString: strerror(errno))) }
        let child: Folder
        do {
            child = Folder(path: path, descriptor: try OwnedDescriptor(opening: name, O_RDONLY | O_DIRECTORY, in: descriptor))
        } catch {
            throw .folder(path, reason: "it is no folder of its own: \(error)")
        }
        try child.give(to: user)
        guard child.descriptor.withNumber({ fchmod($0, 0o700) }) == 0 else { throw .folder(path, reason: "its mode cannot be set") }
        return child
    }

    /// Makes the user the owner. A folder of root's that holds something is not given away, nor is one of somebody else's used.
    func give(to user: ServiceUser) throws(ClusterError) {
        let owner = try status().st_uid
        guard owner != user.id else { return }
        guard user.isOther, owner == 0, isEmpty else {
            throw .folder(path, reason: "it belongs to another user (number \(owner)), not to \(user.name)")
        }
        guard descriptor.withNumber({ fchown($0, user.id, user.group) }) == 0 else {
            throw .folder(path, reason: "it cannot be given to \(user.name)")
        }
    }

    func status() throws(ClusterError) -> stat {
        var status = stat()
        guard descriptor.withNumber({ fstat($0, &status) }) == 0 else { throw .last("stat \(path)") }
        return status
    }

    func contains(_ name: String) -> Bool { status(of: name) != nil }

    /// In seconds since 1970; 0 if there is nothing of this name.
    func modificationTime(of name: String) -> Int { status(of: name)?.modificationTime ?? 0 }

    private func status(of name: String) -> stat? {
        var status = stat()
        return descriptor.withNumber { fstatat($0, name, &status, AT_SYMLINK_NOFOLLOW) } == 0 ? status : nil
    }

    /// A small file's text; nil if there is none.
    func read(_ name: String) -> String? {
        guard let file = try? OwnedDescriptor(opening: name, O_RDONLY, in: descriptor) else { return nil }
        return String(decoding: file.readAll(), as: UTF8.self)
    }

    /// Writes a small file that belongs to the user.
    func write(_ text: String, to name: String, for user: ServiceUser) throws(ClusterError) {
        let file = try OwnedDescriptor(opening: name, O_WRONLY | O_CREAT | O_TRUNC, in: descriptor)
        if user.isOther { _ = file.withNumber { fchown($0, user.id, user.group) } }
        file.send(text)
    }

    func remove(file name: String) {
        _ = descriptor.withNumber { unlinkat($0, name, 0) }
    }

    var isEmpty: Bool { names.isEmpty }

    /// The names in the folder, in no order.
    var names: [String] { Self.names(in: path) }

    static func names(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder and those above it, with the usual permissions.
    static func makeAll(_ path: String) throws(ClusterError) {
        guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        let reason = String(cString: strerror(errno))
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw .folder(path, reason: reason)
        }
        try makeAll(String(path[..<slash]))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .folder(path, reason: String(cString: strerror(errno))) }
    }

    /// The path from the root, without links and dots, as far as it exists.
    static func absolute(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        guard let slash = path.lastIndex(of: "/") else { return absolute(".") + "/" + path }
        guard slash != path.startIndex else { return path }
        return absolute(String(path[..<slash])) + path[slash...]
    }
}

extension stat {
    /// In seconds since 1970.
    var modificationTime: Int {
        #if canImport(Darwin)
            st_mtimespec.tv_sec
        #else
            st_mtim.tv_sec
        #endif
    }
}
