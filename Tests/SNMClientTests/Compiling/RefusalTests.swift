import CompilerSupport
import Testing

/// What the types are for: wrong requests do not compile, and the compiler's words help.
@Suite("The compiler")
struct RefusalTests {
    @Test("refuses each wrong request with words that help")
    func refused() async throws {
        let diagnostics = try await Self.check(Snippets.refused.map(\.code)).filter { $0.severity == "error" }
        #expect(Snippets.refused.count >= 40)
        for (index, snippet) in Snippets.refused.enumerated() {
            let texts = diagnostics.filter { $0.line == index + Self.firstLine }.map(\.text)
            #expect(texts.contains { $0.contains(snippet.diagnostic) }, "\(snippet.code): \(texts)")
        }
    }

    @Test("accepts each right request without a warning")
    func accepted() async throws {
        let diagnostics = try await Self.check(Snippets.accepted)
        #expect(Snippets.accepted.count >= 40)
        for diagnostic in diagnostics {
            Issue.record("\(Snippets.accepted[max(0, diagnostic.line - Self.firstLine)]): \(diagnostic.text)")
        }
    }

    private static let firstLine = 4

    /// One function a line, so that a line number is a snippet.
    private static func check(_ snippets: [String]) async throws -> [SwiftCompiler.Diagnostic] {
        let lines = snippets.enumerated().map { "func snippet\($0)() async throws { \($1) }" }
        let text = "import Foundation\nimport SNMClient\n\n" + lines.joined(separator: "\n") + "\n"
        return try await SwiftCompiler().diagnostics(["World.swift": SnippetWorld.text, "Snippets.swift": text])
            .filter { $0.file == "Snippets.swift" }
    }
}
