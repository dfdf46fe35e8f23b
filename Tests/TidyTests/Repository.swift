import Foundation

/// The checkout that the tests were compiled in.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What builds, servers and tools leave in the folder.
    private static let foreign: Set = [".build", ".git", ".swiftpm", ".mock-postgrest", ".venv", "__pycache__", "DerivedData"]

    /// Paths below a folder, relative to the root, in order.
    static func paths(in folder: String = "", endingWith ending: String = "") throws -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
        return try names.filter { !foreign.contains($0) }.flatMap { name -> [String] in
            let path = prefix + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder) else { return [] }
            if isFolder.boolValue { return try paths(in: path, endingWith: ending) }
            return path.hasSuffix(ending) ? [path] : []
        }
    }

    static func swiftFiles(in folders: [String] = ["Sources", "Tests"]) throws -> [SwiftFile] {
        try allSwiftFiles.get().filter { file in folders.contains { file.path.hasPrefix($0 + "/") } }
    }

    /// Read once for all tests.
    private static let allSwiftFiles = Result {
        try ["Sources", "Tests"].flatMap { try paths(in: $0, endingWith: ".swift") }.map { SwiftFile(path: $0, text: try text(of: $0)) }
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }
}

/// A file of Swift, as it is and as code alone.
struct SwiftFile: Sendable {
    let path: String
    /// The lines as they are.
    let lines: [String]
    /// The same lines with comments and the contents of string literals left out.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.lines
        code = CodeReader(text).code.lines
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// `Sockets` in `Sources/Sockets/Poller.swift`.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// `path:line: text` of the lines of code that hold a word, and a pattern around it.
    func offences(_ word: String, _ pattern: String) throws -> [String] {
        // Regular expressions take their time, and most lines do not even hold the word.
        let candidates = code.indices.filter { code[$0].utf8.count >= word.utf8.count && code[$0].contains(word) }
        if candidates.isEmpty { return [] }
        let regex = try Regex(pattern).wordBoundaryKind(.simple)
        return candidates.filter { code[$0].contains(regex) }.map(mention)
    }

    func mention(_ index: Int) -> String {
        "\(path):\(index + 1): \(lines[index].trimmingCharacters(in: .whitespaces).prefix(120))"
    }
}

extension String {
    var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
