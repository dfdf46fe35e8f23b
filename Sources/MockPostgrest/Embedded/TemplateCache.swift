#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Bootstrapped clusters, kept for later cold starts: copying one takes a quarter of the time of making one.
///
/// A template is a stopped cluster's data folder under a name that says all that it depends on. It comes there complete, by rename,
/// and never changes; so any number of processes may read and write the cache.
struct TemplateCache: Sendable {
    let folder: Folder
    let name: String
    private let user: ServiceUser

    /// Nil if there is no cache or it cannot be used; a start then just takes longer.
    init?(_ configuration: ClusterConfiguration, for initialization: Initialization) {
        user = initialization.user
        name = "\(initialization.installation.majorVersion)-\(initialization.fingerprint.adding("\(Bootstrap.fingerprint)"))"
        switch configuration.templates {
        case .none: return nil
        case .folder(let path):
            guard let folder = try? Self.usable(path, for: user) else { return nil }
            self.folder = folder
        case .userCache:
            guard let folder = try? Self.userCache(for: user) else { return nil }
            self.folder = folder
        }
    }

    private static func usable(_ path: String, for user: ServiceUser) throws(ClusterError) -> Folder {
        try Folder.makeAll(path)
        let folder = try Folder(path)
        try folder.give(to: user)
        return folder
    }

    private static func userCache(for user: ServiceUser) throws(ClusterError) -> Folder {
        let cache: String? =
            if user.isOther {
                nil
            } else {
                #if canImport(Darwin)
                    Setting.read("HOME").map { "\($0)/Library/Caches" }
                #else
                    Setting.read("XDG_CACHE_HOME") ?? Setting.read("HOME").map { "\($0)/.cache" }
                #endif
            }
        guard let cache else { return try DataFolder.privateBase(of: user).makePrivate("templates", for: user) }
        try Folder.makeAll("\(cache)/mock-postgrest")
        return try Folder("\(cache)/mock-postgrest").makePrivate("templates", for: user)
    }

    var hasTemplate: Bool { folder.contains(name) }

    /// Copies the template; false if there is none, or if it went away meanwhile.
    func copy(to path: String) -> Bool {
        guard hasTemplate else { return false }
        let outcome = try? Program(script: Self.copyScript, ["\(folder.path)/\(name)", path], as: user).run()
        return outcome?.succeeded ?? false
    }

    /// A copy shares the blocks with the original where the file system can. It has its final name only when it is complete.
    private static let copyScript: String = {
        #if canImport(Darwin)
            let copy = #"cp -cRp "$1" "$2.new" 2>/dev/null || { rm -rf "$2.new"; cp -Rp "$1" "$2.new"; }"#
        #else
            let copy = #"cp -a --reflink=auto "$1" "$2.new" 2>/dev/null || { rm -rf "$2.new"; cp -Rp "$1" "$2.new"; }"#
        #endif
        return #"[ ! -e "$2.new" ] || rm -rf "$2.new"; { \#(copy); } && mv "$2.new" "$2""#
    }()

    /// Where a template is made: beside the others, so that a rename brings it there. The folder's lock sees to it that one
    /// process at a time makes it.
    var workshop: String { "\(folder.path)/making-\(name)" }

    /// Makes a stopped cluster's data in the workshop the template, unless there is one already.
    func keep() {
        let made = "\(workshop)/\(DataFolder.name)"
        let isKept = folder.descriptor.withNumber { renameat(AT_FDCWD, made, $0, name) } == 0
        if isKept { removeOld() }
        remove("making-\(name)")
    }

    /// Removes the template, which turned out to be of no use.
    func discard() {
        remove(name)
    }

    /// Several versions of PostgreSQL, or of this server, may be in use; those long out of use go.
    private func removeOld() {
        let others = folder.names.filter { $0 != name && $0.first?.isNumber == true && !$0.contains(".") }
        let byAge = others.map { (name: $0, date: folder.modificationTime(of: $0)) }.sorted { $0.date > $1.date }
        for old in byAge.dropFirst(ClusterLimits.templates) { remove(old.name) }
    }

    private func remove(_ name: String) {
        _ = try? Program(["rm", "-rf", "\(folder.path)/\(name)"], as: user, isBackground: true).run()
    }
}
