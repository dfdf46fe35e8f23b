/// The migrations of a folder by their names, in the order in which they are applied.
///
///     try MigrationFolder(names: ["2_b.sql", "README.md", "1_a.sql"]).files.map(\.name)      // ["1_a.sql", "2_b.sql"]
package struct MigrationFolder: Hashable, Sendable {
    package let files: [MigrationFile]
    /// Names in the folder that are no migrations.
    package let skipped: [String]

    package init(names: [String]) throws(MigrationError) {
        // By bytes, whatever the language of the machine.
        let names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var files: [MigrationFile] = []
        var skipped: [String] = []
        for name in names {
            // The CLI's first releases wrote such a file for what the platform brings itself.
            if let file = MigrationFile(name: name), !(files.isEmpty && file.isOldPlatformSchema) {
                files.append(file)
            } else {
                skipped.append(name)
            }
        }
        for (first, second) in zip(files.sorted { $0.version < $1.version }, files.sorted { $0.version < $1.version }.dropFirst())
        where first.version == second.version {
            throw .sameVersion(first.version, files: [first.name, second.name])
        }
        self.files = files
        self.skipped = skipped
    }
}

/// The name of a migration: digits, an underscore, anything, `.sql`.
package struct MigrationFile: Hashable, Sendable {
    package let name: String
    /// The digits, compared as text: their number differs from project to project.
    package let version: String
    package let title: String

    package init?(name: String) {
        guard name.hasSuffix(".sql"), let underscore = name.utf8.firstIndex(of: UInt8(ascii: "_")) else { return nil }
        let digits = name[..<underscore]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let rest = name[name.utf8.index(after: underscore)...]
        guard rest.utf8.count >= ".sql".utf8.count else { return nil }
        self.name = name
        version = String(digits)
        title = String(rest.dropLast(".sql".count))
    }

    var isOldPlatformSchema: Bool {
        version.utf8.count == 14 && title == "init" && version < "20211209000000"
    }
}
