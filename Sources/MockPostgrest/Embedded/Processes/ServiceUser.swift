#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Who runs PostgreSQL: we ourselves, or, because it refuses to run as root, an unprivileged user.
struct ServiceUser: Sendable, Hashable {
    let name: String
    let id: uid_t
    let group: gid_t
    /// Whether a program must be started as this user because we are root.
    let isOther: Bool

    /// `postgres` if there is one, else `nobody`, for root; ourselves for everybody else.
    static func current() throws(ClusterError) -> ServiceUser {
        guard geteuid() == 0 else {
            return ourselves
        }
        guard let user = lookUp("postgres") ?? lookUp("nobody") else {
            throw .system("PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.")
        }
        return user
    }

    static var ourselves: ServiceUser {
        ServiceUser(name: "\(geteuid())", id: geteuid(), group: getegid(), isOther: false)
    }

    private static func lookUp(_ name: String) -> ServiceUser? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16384)
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return ServiceUser(name: name, id: entry.pw_uid, group: entry.pw_gid, isOther: true)
    }

    /// The program and arguments that run `words` as this user. `setpriv` and `runuser` belong to util-linux, which every Debian has.
    func words(for words: [String]) -> [String] {
        guard isOther else { return words }
        return ["setpriv", "--reuid", "\(id)", "--regid", "\(group)", "--clear-groups", "--"] + words
    }

    /// Whether this user can enter the folder, going by the permissions of everything above it.
    func canReach(_ path: String) -> Bool {
        var current = path[...]
        while true {
            guard canEnter(current.isEmpty ? "/" : String(current)) else { return false }
            guard let slash = current.lastIndex(of: "/") else { return true }
            current = current[..<slash]
        }
    }

    private func canEnter(_ path: String) -> Bool {
        var status = stat()
        // What does not exist yet will be made by us.
        guard stat(path, &status) == 0 else { return errno == ENOENT }
        let bit: mode_t = status.st_uid == id ? 0o100 : status.st_gid == group ? 0o010 : 0o001
        return status.st_mode & bit != 0
    }
}
