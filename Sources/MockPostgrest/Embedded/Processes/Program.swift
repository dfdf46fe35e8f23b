#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A program that is run to its end. Blocks: call it where blocking is allowed.
struct Program {
    struct Outcome {
        let status: CInt
        /// Standard output and standard error as they came.
        let output: String

        var succeeded: Bool { status == 0 }
    }

    let words: [String]

    /// Less than what somebody waits for, yet enough to end some time on a machine that is never idle.
    static let backgroundPriority = ["nice", "-n", "5"]

    /// The program is not started in our folder, which its user may not be able to enter.
    init(_ words: [String], as user: ServiceUser, isBackground: Bool = false) {
        let priority = isBackground ? Self.backgroundPriority : []
        self.words = ["/bin/sh", "-c", #"cd / && exec "$@""#, "sh"] + user.words(for: priority + words)
    }

    /// A shell script; its arguments are `$1`, `$2` ….
    init(script: String, _ arguments: [String], as user: ServiceUser, isBackground: Bool = false) {
        self.init(["/bin/sh", "-c", script, "sh"] + arguments, as: user, isBackground: isBackground)
    }

    /// Where the search path finds a program.
    static func path(of name: String) -> String? {
        (Setting.read("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    func run() throws(ClusterError) -> Outcome {
        let (process, output) = try start()
        let text = String(decoding: output.readAll(), as: UTF8.self)
        return Outcome(status: Spawn.wait(for: process), output: text)
    }

    /// The writing end of the pipe is closed on return: otherwise the output would never end.
    private func start() throws(ClusterError) -> (pid_t, OwnedDescriptor) {
        let input = try OwnedDescriptor(opening: "/dev/null", O_RDONLY).duplicate()
        let (reader, writer) = try Spawn.pipe()
        return (try Spawn.start(words, descriptors: [input, writer, writer]), reader)
    }
}
