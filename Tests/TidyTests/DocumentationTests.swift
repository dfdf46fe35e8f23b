import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
    /// Requirements of well-known protocols, which those document.
    private static let requirements = [
        #"var (description|debugDescription|customMirror|errorDescription|hashValue)\b"#,
        #"var (queryValue|arrayElementText|supabaseColumn)\b"#,
        #"init\((from decoder|nilLiteral|booleanLiteral|integerLiteral|floatLiteral|stringLiteral|arrayLiteral|dictionaryLiteral)\b"#,
        #"func (encode\(to|hash\(into|load\(|save\(|delete\(|== |< )"#,
    ]

    @Test("tells of every public declaration what it is for")
    func publicDeclarations() throws {
        let requirement = try Regex(Self.requirements.joined(separator: "|"))
        let offences = try Repository.swiftFiles(in: ["Sources"]).flatMap { file in
            file.code.indices.filter { index in
                guard file.code[index].contains("public ") else { return false }
                let line = file.code[index].drop { $0 == " " }
                guard line.hasPrefix("public "), !line.hasPrefix("public import"), !line.contains(requirement) else { return false }
                return !file.isDocumented(index)
            }.map(file.mention)
        }
        expectNone(offences, "What is public is for users, who read the sentence above it, and not the code.")
    }

    @Test("names an existing test in every row of the table of features")
    func compatibility() throws {
        let tests = Set(try Repository.paths(in: "Tests").compactMap { $0.split(separator: "/").last.map(String.init) })
        let rows = try Repository.text(of: "docs/COMPATIBILITY.md").lines.filter { $0.hasPrefix("|") }.map(Row.init)
        #expect(rows.count > 40)
        let offences = rows.filter { !$0.isHeader && !$0.claimsNothing }.flatMap { row in
            let names = row.tests
            let missing = names.filter { !tests.contains($0 + ".swift") && !tests.contains($0) }
            return names.isEmpty ? ["\(row.text): names no test"] : missing.map { "\(row.text): there is no \($0)" }
        }
        expectNone(
            offences,
            "A feature is what a test shows: each row of docs/COMPATIBILITY.md names the test's file, or claims nothing: \"no\", \"untested\"."
        )
    }

    @Test("links to files that exist")
    func links() throws {
        let link = try Regex(#"\]\(([^)#: ]+)(?:#[^)]*)?\)"#, as: (Substring, Substring).self)
        let pages = try Repository.paths(endingWith: ".md")
        #expect(pages.contains("README.md"))
        let offences = try pages.flatMap { page in
            let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            let targets = try Repository.text(of: page).matches(of: link).map { String($0.output.1) }
            return targets.filter { !Repository.exists(folder + $0) }.map { "\(page): \($0)" }
        }
        expectNone(offences, "A link in a page leads to a file of the repository.")
    }

    @Test("and everything else names no path of somebody's machine")
    func machinePaths() throws {
        // Put together, or this file would break its own rule.
        let needle = Data(("/wo" + "rk/").utf8)
        let offences = try Repository.paths().filter { path in
            let data = try Data(contentsOf: Repository.root.appendingPathComponent(path), options: .mappedIfSafe)
            return data.range(of: needle) != nil
        }
        expectNone(offences, "The repository is the same on every machine: no file names a folder of one of them.")
    }
}

/// A line of a table: the first cell names a feature, the second says whether it is there, the last names tests in backquotes.
private struct Row {
    let text: String
    private let cells: [Substring]

    init(_ line: String) {
        cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
        text = String(cells.first ?? "").trimmingCharacters(in: .whitespaces)
    }

    var isHeader: Bool { cells.last?.hasPrefix("Test") == true || cells.first?.hasPrefix("-") == true }
    var claimsNothing: Bool { cells.dropFirst().first.map { $0.hasPrefix("no") || $0.hasPrefix("untested") } == true }

    var tests: [String] {
        let parts = (cells.last ?? "").split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
}

extension SwiftFile {
    /// Whether a documentation comment ends above the line, attributes left aside.
    fileprivate func isDocumented(_ index: Int) -> Bool {
        let above = lines[..<index].last { !$0.drop { $0 == " " }.hasPrefix("@") } ?? ""
        return above.drop { $0 == " " }.hasPrefix("///")
    }
}
