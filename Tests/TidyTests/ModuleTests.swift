import Foundation
import Testing

/// The arrows between the modules. A new one is a decision about the architecture, so it is made here, too, and in
/// docs/ARCHITECTURE.md.
enum Arrows {
    /// The modules that each may import, besides the system's.
    static let allowed: [String: Set<String>] = [
        "Sockets": ["CEpoll"],
        "JSONText": [],
        "Tokens": ["COpenSSL", "JSONText"],
        "HTTPServing": ["Sockets", "Tokens", "JSONText"],
        "PostgresLink": ["CLibpq", "Sockets"],
        "RESTEngine": ["HTTPServing", "PostgresLink", "Tokens", "JSONText"],
        "AuthService": ["HTTPServing", "PostgresLink", "Tokens", "JSONText", "Sockets", "CQREncode"],
        "StorageService": ["HTTPServing", "PostgresLink", "Tokens", "JSONText", "Sockets"],
        "MockPostgrest": [
            "RESTEngine", "AuthService", "StorageService", "HTTPServing", "PostgresLink", "Sockets", "Tokens", "JSONText",
        ],
        "mock-postgrest": ["MockPostgrest"],
        "SNMClient": [],
        "CEpoll": [], "CLibpq": [], "COpenSSL": [], "CQREncode": [],
    ]

    static let system: Set = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "Security", "Synchronization",
    ]
}

@Suite("Modules")
struct ModuleTests {
    static let rule = """
        Dependencies point down only: a module imports those below it and no service imports another. \
        The arrows are in ModuleTests.swift and docs/ARCHITECTURE.md.
        """

    @Test("import what is below them")
    func imports() throws {
        let pattern = try Regex(
            #"^\s*(?:@\w+ )*(?:(?:public|package|internal|fileprivate|private) )?import (?:\w+ )?(\w+)"#, as: (Substring, Substring).self)
        let offences = try Repository.swiftFiles(in: ["Sources"]).flatMap { file in
            file.code.indices.filter { index in
                guard file.code[index].contains("import "), let imported = file.code[index].firstMatch(of: pattern)?.output.1 else {
                    return false
                }
                let allowed = Arrows.allowed[file.module] ?? []
                return !allowed.contains(String(imported)) && !Arrows.system.contains(String(imported))
            }.map(file.mention)
        }
        expectNone(offences, Self.rule)
    }

    @Test("depend in Package.swift on what they may import")
    func declared() throws {
        let call = try Regex(#"\bmodule\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?"#, as: (Substring, Substring, Substring?).self)
        let manifest = try Repository.text(of: "Package.swift")
        let modules = manifest.matches(of: call).map { match in
            let names = (match.output.2 ?? "").split(separator: ",").map { $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
            return (name: String(match.output.1), dependencies: names.filter { !$0.isEmpty })
        }
        #expect(modules.count >= 8)
        let offences = modules.flatMap { module in
            module.dependencies.filter { Arrows.allowed[module.name]?.contains($0) != true }.map { "Package.swift: \(module.name) → \($0)" }
        }
        expectNone(offences, Self.rule)
    }

    @Test("are all known here")
    func known() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.root.appendingPathComponent("Sources").path)
        expectNone(folders.filter { Arrows.allowed[$0] == nil && !$0.hasPrefix(".") }, "A new module says in this test what it may import.")
    }

    @Test("lend their names to no type")
    func names() throws {
        let offences = try Repository.swiftFiles(in: ["Sources"]).flatMap { file in
            try file.offences(" " + file.module, #"\b(struct|class|enum|actor|protocol|typealias) `?"# + file.module + #"\b(?!\.)"#)
        }
        expectNone(offences, "No type bears its module's name: everything else in the module could not be named with it any more.")
    }

    @Test("consist of files of at most 500 lines")
    func sizes() throws {
        let offences = try Repository.swiftFiles(in: ["Sources"]).filter { $0.lines.count > 501 }.map {
            "\($0.path): \($0.lines.count) lines"
        }
        expectNone(offences, "A file is a short chapter: split what has more than 500 lines by what it is about.")
    }
}
