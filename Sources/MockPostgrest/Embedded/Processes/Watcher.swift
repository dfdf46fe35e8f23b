import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A shell between us and PostgreSQL that stops PostgreSQL when we are gone, whatever ended us.
///
/// PostgreSQL does not notice a dead parent, and Linux's parent-death signal also comes when merely the thread ends that started
/// the child. But a pipe of which we hold the only writing end is at its end as soon as we are. We end PostgreSQL the same way: by
/// closing the pipe.
final class Watcher: Sendable {
    /// Runs as we do, so that it can remove what we put beside the data. Descriptor 0 is the pipe from us, 3 our lock, of which the
    /// shell has a share until all is cleaned up, and 4 the writing end of a pipe that is at its end when no process of PostgreSQL
    /// is left. SIGTERM comes first because a shell has its background programs ignore the other signals until they ask for them,
    /// which PostgreSQL, just started, may not have done yet; after it SIGINT or SIGQUIT still hastens the shutdown.
    private static let script = #"""
        signal=$1 remove=$2
        shift 2
        cd /
        trap : HUP INT TERM
        "$@" </dev/null 3>&- &
        postgres=$!
        exec 4>&-
        read -r nothing
        kill -s TERM "$postgres" 2>/dev/null
        kill -s "$signal" "$postgres" 2>/dev/null
        while kill -0 "$postgres" 2>/dev/null; do wait "$postgres"; done
        [ -z "$remove" ] || rm -rf "$remove"
        """#

    /// PostgreSQL's user opens the log, in a folder where that user could lay a link for us.
    private static let logScript = #"log=$1; shift; exec "$@" >"$log" 2>&1"#

    let shell: pid_t
    let control: Mutex<OwnedDescriptor?>
    private let life: OwnedDescriptor

    /// Starts PostgreSQL, which is to be shut down as said.
    init(
        _ postgres: [String], as user: ServiceUser, log: String, shutdown: Shutdown, removing folder: String?, lock: FolderLock
    ) throws(ClusterError) {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", O_RDWR).duplicate()
        let (controlled, control) = try Spawn.pipe()
        let (life, living) = try Spawn.pipe()
        let logged = user.words(for: ["/bin/sh", "-c", Self.logScript, "sh", log] + postgres)
        let words = ["/bin/sh", "-c", Self.script, "mock-postgrest-watcher", shutdown.rawValue, folder ?? ""] + logged
        shell = try Spawn.start(words, descriptors: [controlled, nowhere, nowhere, lock.descriptor, living])
        self.control = Mutex(control)
        self.life = life
    }

    /// Waits for PostgreSQL's end for a moment; whether it has come.
    func postgresEnds(within milliseconds: CInt) -> Bool {
        life.withNumber { number in
            var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, milliseconds) > 0
        }
    }

    /// Has PostgreSQL stopped. The shell cleans up when that is done.
    func shutDown() {
        control.withLock { $0 = nil }
    }

    /// Waits for the shell, and so for PostgreSQL.
    func waitForEnd() {
        Spawn.wait(for: shell)
    }

    /// Waits for the shell until then; whether it has ended.
    func ends(before deadline: ContinuousClock.Instant) -> Bool {
        while !Spawn.hasEnded(shell) {
            guard ContinuousClock.now < deadline else { return false }
            usleep(ClusterLimits.endInterval)
        }
        return true
    }
}

/// PostgreSQL's ways to shut down, by their signals.
enum Shutdown: String, Sendable {
    /// Ends sessions, writes everything out.
    case fast = "INT"
    /// Ends at once; the next start recovers.
    case immediate = "QUIT"
}
