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
    /// Descriptor 0 is the pipe from us, 3 our lock, of which the shell has a share until all is cleaned up, and 4 the writing end
    /// of a pipe that is at its end when no process of PostgreSQL is left.
    private static let script = #"""
        log=$1 signal=$2 remove=$3
        shift 3
        cd /
        trap : HUP INT TERM
        "$@" </dev/null >"$log" 2>&1 3>&- &
        postgres=$!
        exec 4>&-
        read -r nothing
        kill -s "$signal" "$postgres" 2>/dev/null
        while kill -0 "$postgres" 2>/dev/null; do wait "$postgres"; done
        [ -z "$remove" ] || rm -rf "$remove"
        """#

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
        let words = user.words(
            for: ["/bin/sh", "-c", Self.script, "mock-postgrest-watcher", log, shutdown.rawValue, folder ?? ""] + postgres)
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
}

/// PostgreSQL's ways to shut down, by their signals.
enum Shutdown: String, Sendable {
    /// Ends sessions, writes everything out.
    case fast = "INT"
    /// Ends at once; the next start recovers.
    case immediate = "QUIT"
}
