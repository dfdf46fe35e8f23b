#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
import Tokens

/// Reads the files of a project by paths relative to its root. Everything here blocks.
struct ProjectFolder {
    let root: String

    var exists: Bool {
        isFolder("") == true
    }

    func hasFile(_ path: String) -> Bool {
        isFolder(path) == false
    }

    func file(_ path: String) throws(MigrationError) -> LoadedSources.File {
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(fileURLWithPath: full(path))))
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
        do throws(ScriptError) {
            return LoadedSources.File(path: path, script: try SQLScript(bytes), hash: Digest.sha256.hash(bytes).hexadecimal)
        } catch {
            throw .script(file: path, error)
        }
    }

    /// The names of the files in a folder, none if it does not exist; subfolders do not count.
    func fileNames(in path: String) throws(MigrationError) -> [String] {
        guard isFolder(path) != nil else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: full(path)).filter { hasFile(Path.join(path, $0)) }
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }

    /// The `.sql` files of a folder and its subfolders, sorted.
    func sqlFiles(below path: String) -> [String] {
        entries(of: path).flatMap { name in
            let path = Path.join(path, name)
            return isFolder(path) == true ? sqlFiles(below: path) : name.hasSuffix(".sql") ? [path] : []
        }
    }

    /// The files whose paths match a pattern, component by component, sorted.
    func files(matching pattern: String) -> [String] {
        var paths = [""]
        for component in Path.components(pattern) {
            paths = paths.flatMap { path in
                component == ".." ? [Path.join(path, component)] : candidates(for: component, in: path)
            }
        }
        return paths.filter { !$0.isEmpty && hasFile($0) }
    }

    private func candidates(for component: String, in path: String) -> [String] {
        guard FilePattern.isPattern(component) else { return [Path.join(path, component)] }
        let pattern = FilePattern(component)
        return entries(of: path).filter { pattern.matches($0) }.map { Path.join(path, $0) }
    }

    /// Sorted by bytes; none of a folder that cannot be read, which then matches nothing.
    private func entries(of path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: full(path))) ?? []
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// nil if nothing is there.
    private func isFolder(_ path: String) -> Bool? {
        var isFolder = false
        #if canImport(FoundationEssentials)
            return FileManager.default.fileExists(atPath: full(path), isDirectory: &isFolder) ? isFolder : nil
        #else
            var flag: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: full(path), isDirectory: &flag)
            isFolder = flag.boolValue
            return exists ? isFolder : nil
        #endif
    }

    private func full(_ path: String) -> String {
        path.isEmpty ? root : "\(root)/\(path)"
    }
}

/// Relative paths as text.
enum Path {
    /// Joins, and leaves out `.` and what `..` undoes.
    static func join(_ first: String, _ second: String) -> String {
        var parts: [String] = []
        for part in components(first) + components(second) {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    static func components(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }
}
