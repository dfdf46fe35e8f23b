import Foundation
package import RESTEngine
import Sockets

/// Where options come from: a file, if one was named, and the environment as it was at the start. Everything here blocks.
package struct ConfigurationSource: Sendable {
    private let path: String?
    private let environment: [String: String]

    package init(file path: String?, environment: [String: String]) {
        self.path = path
        self.environment = environment
    }

    /// The file's options as they are now, under those of the environment.
    package func options() throws(OptionError) -> OptionTexts {
        let variables = environment.filter { $0.key.hasPrefix("PGRST_") }
        guard let path else { return OptionTexts(file: [:], environment: variables) }
        let bytes: [UInt8]
        do throws(OptionError) {
            bytes = try Self.read(path, for: "openFile")
        } catch {
            throw .invalid(error.message)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return OptionTexts(
            file: try ConfigurationFile.options(in: text, name: path) { environment[$0] }, environment: variables)
    }

    /// What requests depend on, when these options are in force.
    package static func configuration(_ options: OptionTexts) throws(OptionError) -> RESTConfiguration {
        // What a reload does not change it checks all the same.
        _ = try RESTServerConfiguration(options) { _ in [] }
        return try RESTConfiguration(options: options, contents: Self.secretFile)
    }

    /// Asked for the file of `db-uri`.
    package static func uriFile(_ path: String) throws(OptionError) -> [UInt8] { try read(path, for: "openFile") }
    /// Asked for the file of `jwt-secret`.
    package static func secretFile(_ path: String) throws(OptionError) -> [UInt8] { try read(path, for: "withBinaryFile") }

    /// Errors in the words of the original's system: `PATH: openFile: does not exist (No such file or directory)`.
    private static func read(_ path: String, for operation: String) throws(OptionError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, operation) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, operation) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func failure(_ path: String, _ operation: String) -> OptionError {
        let reason = String(cString: strerror(errno))
        let kind: String? =
            switch errno {
            case ENOENT, ENOTDIR: "does not exist"
            case EACCES, EPERM: "permission denied"
            case EISDIR: "inappropriate type"
            default: nil
            }
        return OptionError("\(path): \(operation): \(kind.map { "\($0) (\(reason))" } ?? reason)")
    }
}

extension OptionSource {
    /// Reads the file again at each reload, where blocking harms nobody.
    init(_ source: ConfigurationSource, offload: Offload) {
        self.init {
            try await offload.run { try source.options() }
        } configuration: { options in
            try await offload.run { try ConfigurationSource.configuration(options) }
        }
    }
}
