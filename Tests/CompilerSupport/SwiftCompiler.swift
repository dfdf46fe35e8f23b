import Foundation

/// Type-checks texts against the modules that this build has made.
///
///     let errors = try await SwiftCompiler().diagnostics(["A.swift": text])
package struct SwiftCompiler: Sendable {
    package struct Diagnostic: Sendable {
        package var file: String
        package var line: Int
        /// `error` or `warning`.
        package var severity: String
        package var text: String
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where the build keeps its modules.
    package let modules: String

    package init() throws {
        // Tests run from the folder of products; its neighbour holds the modules.
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let candidates = [products.appendingPathComponent("Modules"), root.appendingPathComponent(".build/debug/Modules")]
        let found = candidates.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("SNMClient.swiftmodule").path) }
        guard let found else { throw Failure(description: "there is no built module SNMClient beside \(products.path)") }
        modules = found.path
    }

    /// Type-checks files together and returns what the compiler says.
    package func diagnostics(_ files: [String: String], flags: [String] = []) async throws -> [Diagnostic] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snippets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        let output = folder.appendingPathComponent("output.txt")
        try Data().write(to: output)
        let names = files.keys.sorted().map { folder.appendingPathComponent($0).path }
        let arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules] + flags + names
        let status = try await Self.run("/usr/bin/env", arguments, output: output)
        let text = try String(contentsOf: output, encoding: .utf8)
        let diagnostics = text.split(separator: "\n").compactMap(Diagnostic.init)
        guard status == 0 || diagnostics.contains(where: { $0.severity == "error" }) else {
            throw Failure(description: "the compiler ended with \(status): \(text.suffix(2000))")
        }
        return diagnostics
    }

    /// Runs a program to its end without blocking a thread of the pool, and returns its status.
    package static func run(_ program: String, _ arguments: [String], folder: URL? = nil, output: URL) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let file = try FileHandle(forWritingTo: output)
        process.standardOutput = file
        process.standardError = file
        process.standardInput = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

extension SwiftCompiler.Diagnostic {
    /// `/folder/A.swift:12:5: error: text`
    init?(_ line: Substring) {
        let parts = line.split(separator: ":", maxSplits: 4)
        guard parts.count == 5, let number = Int(parts[1]), Int(parts[2]) != nil else { return nil }
        let severity = parts[3].trimmingCharacters(in: .whitespaces)
        guard severity == "error" || severity == "warning" else { return nil }
        self.init(
            file: String(parts[0].split(separator: "/").last ?? ""), line: number, severity: severity,
            text: parts[4].trimmingCharacters(in: .whitespaces))
    }
}
