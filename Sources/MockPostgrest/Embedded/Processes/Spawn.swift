import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Starts other programs. Without Foundation's `Process`, which would bring all of Foundation into the server.
enum Spawn {
    /// Above the descriptors that a started program has, so that giving it one does not overwrite another.
    static let firstDescriptor: CInt = 16

    /// Held while a pipe is made and while a program starts, so that no program inherits a pipe of another. (`pipe2` would do it
    /// without a lock, but macOS has none.)
    private static let gate = Mutex(())

    /// The ends of a pipe, closed in programs that are started.
    static func pipe() throws(ClusterError) -> (reader: OwnedDescriptor, writer: OwnedDescriptor) {
        let ends: [CInt]? = gate.withLock { _ in
            var low: [CInt] = [-1, -1]
            guard makePipe(&low) == 0 else { return nil }
            let high = low.map { fcntl($0, F_DUPFD_CLOEXEC, firstDescriptor) }
            for end in low { close(end) }
            return high
        }
        guard let ends, ends[0] >= 0, ends[1] >= 0 else { throw .last("pipe") }
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }

    /// Starts a program in a process group of its own, so that Ctrl-C at the terminal reaches us and not PostgreSQL.
    /// `descriptors` become 0, 1, 2 … of the program; all others of ours are close-on-exec. Signals are as a new program expects.
    static func start(_ words: [String], descriptors: [OwnedDescriptor]) throws(ClusterError) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in descriptors.enumerated() {
            source.withNumber { number in
                precondition(number >= firstDescriptor, "giving a descriptor would overwrite another")
                _ = posix_spawn_file_actions_adddup2(&actions, number, CInt(target))
            }
        }

        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        sigdelset(&all, SIGKILL)
        sigdelset(&all, SIGSTOP)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var process = pid_t()
        let code = withExtendedLifetime(descriptors) {
            withCStrings(words) { arguments in
                withCStrings(environment) { environment in
                    gate.withLock { _ in posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment) }
                }
            }
        }
        guard code == 0 else { throw .system("\(words[0]): \(String(cString: strerror(code)))") }
        return process
    }

    /// Waits for the program's end; its exit status, or 128 and the signal that ended it.
    @discardableResult
    static func wait(for process: pid_t) -> CInt {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// Whether the program has ended, without waiting for it. Then nobody may wait for it any more.
    static func hasEnded(_ process: pid_t) -> Bool {
        var status: CInt = 0
        let ended = waitpid(process, &status, WNOHANG)
        return ended == process || (ended < 0 && errno == ECHILD)
    }

    /// What programs see of our environment: nothing that changes what initdb and postgres do (PGDATA, PGPORT, LANG …).
    private static var environment: [String] {
        let kept = ["TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].compactMap { name in
            Setting.read(name).map { "\(name)=\($0)" }
        }
        let path = Setting.read("PATH") ?? "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        // postgres on macOS refuses to start without a valid locale.
        return kept + ["PATH=\(path)", "LC_ALL=C"]
    }
}

/// Outside of the type, whose function of the same name would be meant.
private func makePipe(_ ends: inout [CInt]) -> CInt {
    pipe(&ends)
}

private func withCStrings<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
