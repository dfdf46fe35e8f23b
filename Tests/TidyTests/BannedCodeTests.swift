import Testing

/// Code that is not written, or only where it is named here.
struct Ban: Sendable, CustomTestStringConvertible {
    /// What a line of code must hold, comments and literals left aside.
    var word: String
    /// A regular expression for it.
    var pattern: String
    var folders = ["Sources"]
    /// Ends of the paths where it is allowed.
    var allowed: [String] = []
    var rule: String

    var testDescription: String { word }
}

@Suite("Code that is not written")
struct BannedCodeTests {
    static let bans = [
        Ban(
            word: "@unchecked", pattern: #"@unchecked\s+Sendable"#, folders: ["Sources", "Tests"],
            rule: "The compiler proves that a type is Sendable; nobody promises it. Keep state in a Mutex or an actor."),
        Ban(
            word: "nonisolated(unsafe)", pattern: #"nonisolated\(unsafe\)"#, folders: ["Sources", "Tests"],
            allowed: ["Tokens/AsymmetricKey.swift", "PostgresLink/ResultSet.swift", "PostgresLink/LibpqConnection.swift"],
            rule: "nonisolated(unsafe) is for pointers of C libraries that only one type owns; the files are listed in this test."),
        Ban(
            word: "try!", pattern: #"\btry!"#, folders: ["Sources", "Tests"],
            rule: "try! ends the process over something that was foreseen: throw, or catch and say why that is right."),
        Ban(
            word: "fatalError", pattern: #"\bfatalError\("#,
            rule: "Our own mistakes are preconditions, everything else throws: no fatalError."),
        Ban(
            word: "print(", pattern: #"\bprint\("#, allowed: ["CommandLine/EntryPoint.swift", "CommandLine/Command.swift"],
            rule: "Only the command line prints. Requests go to the log, events to who reports them."),
        Ban(
            word: "Task.detached", pattern: #"\bTask\.detached\b"#,
            rule: "A detached task is cancelled and awaited by nobody: make it a child, or keep its handle."),
        Ban(
            word: "import CLibpq", pattern: #"\bimport CLibpq\b"#, folders: ["Sources", "Tests"],
            allowed: ["PostgresLink/LibpqConnection.swift", "PostgresLink/ResultSet.swift"],
            rule: "libpq is called in two files, which own its pointers; everybody else uses Session and ResultSet."),
        Ban(
            word: "import CQREncode", pattern: #"\bimport CQREncode\b"#, folders: ["Sources", "Tests"],
            allowed: ["AuthService/Factors/QRCode.swift"], rule: "libqrencode is called in one file, which frees what it allocates."),
        Ban(
            word: "import CEpoll", pattern: #"\bimport CEpoll\b"#, folders: ["Sources", "Tests"], allowed: ["Sockets/Poller.swift"],
            rule: "epoll is known to the poller alone; everybody else waits on the event loop."),
        Ban(
            word: "import COpenSSL", pattern: #"\bimport COpenSSL\b"#, folders: ["Sources", "Tests"],
            allowed: ["Random", "AsymmetricKey", "Digest", "HMAC"].map { "Tokens/\($0).swift" },
            rule: "libcrypto is called in the files of Tokens that own its objects, which are listed in this test."),
    ]

    @Test("is not written elsewhere than where it is allowed", arguments: bans)
    func ban(_ ban: Ban) throws {
        let files = try Repository.swiftFiles(in: ban.folders).filter { file in !ban.allowed.contains(where: file.path.hasSuffix) }
        expectNone(try files.flatMap { try $0.offences(ban.word, ban.pattern) }, ban.rule)
    }

    @Test("is explained by a comment where it is unavoidable")
    func reasons() throws {
        let offences = try Repository.swiftFiles(in: ["Sources"]).flatMap { file in
            file.code.indices.filter { index in
                file.code[index].contains("nonisolated(unsafe)") && !file.isComment(index - 1) && !file.isComment(index + 1)
            }.map(file.mention)
        }
        expectNone(offences, "Beside nonisolated(unsafe) stands why it is safe.")
    }

    @Test("is not left for later without a name or an issue")
    func leftovers() throws {
        // Put together, or this file would break its own rule.
        let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
        let bare = try Regex("\\b(\(words.joined(separator: "|")))\\b(?!\\([A-Za-z]|:? ?#[0-9])").wordBoundaryKind(.simple)
        let offences = try Repository.swiftFiles().flatMap { file in
            file.lines.indices.filter { index in
                words.contains { file.lines[index].contains($0) } && file.lines[index].contains(bare)
            }.map(file.mention)
        }
        expectNone(offences, "What is to be done later names who does it or the issue: otherwise nobody does it, and nobody knows.")
    }

    @Test(
        "reads code as the compiler does",
        arguments: [
            ("let a = 1 // print(a)", "let a = 1 "),
            ("let a = \"print(a)\" + b", "let a =  + b"),
            ("/* a /* b */ c */ d", " d"),
            (##"let a = #""""## + "\n" + ##"" \# """# ; e"##, "let a = \n ; e"),
            ("\"\\(f(\")\"))\" + g", " + g"),
            ("\"\"\"\n  print(\"x\")\n\"\"\"; h", "\n\n; h"),
            ("#if os(Linux)", "#if os(Linux)"),
        ])
    func reading(text: String, code: String) {
        #expect(CodeReader(text).code == code)
    }
}

extension SwiftFile {
    fileprivate func isComment(_ index: Int) -> Bool {
        lines.indices.contains(index) && lines[index].drop { $0 == " " }.hasPrefix("//")
    }
}
