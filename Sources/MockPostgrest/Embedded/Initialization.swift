#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The making of a new cluster by `initdb`.
struct Initialization: Sendable {
    let installation: Installation
    let user: ServiceUser
    let maximumConnections: Int
    let isBackground: Bool

    /// Makes the data folder. It has its final name only when it is complete.
    func run(at path: String) throws(ClusterError) {
        var outcome = try attempt(at: path, withICU: installation.majorVersion >= 15)
        if !outcome.succeeded && outcome.output.contains("ICU is not supported") {
            outcome = try attempt(at: path, withICU: false)
        }
        guard outcome.succeeded else { throw .initdb(output: String(outcome.output.suffix(ClusterLimits.logTail))) }
    }

    private static let script = #"""
        data=$1 configuration=$2 access=$3
        shift 3
        umask 077
        rm -rf "$data.new" && "$@" -D "$data.new" &&
            printf %s "$configuration" >"$data.new/postgresql.conf" &&
            printf %s "$access" >"$data.new/pg_hba.conf" &&
            mv "$data.new" "$data"
        """#

    private func attempt(at path: String, withICU: Bool) throws(ClusterError) -> Program.Outcome {
        let configuration = ClusterSettings.configurationFile(maximumConnections: maximumConnections)
        return try Program(
            script: Self.script, [path, configuration, ClusterSettings.accessFile] + words(withICU: withICU),
            as: user, isBackground: isBackground
        ).run()
    }

    /// As Supabase's clusters: UTF-8, the ICU collation en-US, so that ordering and comparison of texts match the hosted service.
    private func words(withICU: Bool) -> [String] {
        var words = [
            "\(installation.binaries)/initdb", "--username=supabase_admin", "--encoding=UTF8", "--locale=\(Self.locale)",
            "--text-search-config=english", "--auth=trust", "--no-sync", "--wal-segsize=1",
        ]
        if installation.majorVersion >= 14 { words.append("--no-instructions") }
        if withICU { words += ["--locale-provider=icu", "--icu-locale=en-US"] }
        return words
    }

    /// The C library's locale, which without ICU decides the order, and in any case what is a letter.
    private static let locale: String = {
        #if canImport(Darwin)
            let mask = LC_CTYPE_MASK
        #else
            let mask = CInt(1) << LC_CTYPE
        #endif
        for name in ["en_US.UTF-8", "C.UTF-8"] {
            if let locale = newlocale(mask, name, nil) {
                freelocale(locale)
                return name
            }
        }
        return "C"
    }()

    /// Changes with all that makes one new cluster differ from another.
    var fingerprint: Fingerprint {
        let texts =
            [ClusterSettings.configurationFile(maximumConnections: maximumConnections), ClusterSettings.accessFile] + words(withICU: true)
        return texts.reduce(installation.fingerprint) { $0.adding($1) }
    }
}
