import HTTPServing
import JSONText
import Synchronization

/// Bytes that can be taken once.
final class OnceBytes: Sendable {
    private let bytes: Mutex<[UInt8]?>

    init(_ bytes: [UInt8]) {
        self.bytes = Mutex(bytes.isEmpty ? nil : bytes)
    }

    func take() -> [UInt8]? {
        bytes.withLock { bytes in
            defer { bytes = nil }
            return bytes
        }
    }
}

/// Reads an upload's form: the first file part is the content, a few text fields describe it (storage.md 10.2).
///
/// The content is pulled by whoever stores it, the fields are asked for by the route; never both at once.
final class FormReader: Sendable {
    private let state: Mutex<State>

    private struct State: Sendable {
        /// nil while somebody reads.
        var parts: Multipart?
        var fields: [String: String] = [:]
        var fileType: String?
    }

    init(_ parts: Multipart) {
        state = Mutex(State(parts: parts))
    }

    var mimeType: String {
        state.withLock { $0.fields["contentType"] ?? $0.fileType ?? "text/plain" }
    }

    var cacheControl: String {
        state.withLock { state in
            guard let age = state.fields["cacheControl"], !age.isEmpty else { return "no-cache" }
            return "max-age=\(age)"
        }
    }

    var userMetadata: JSON {
        let text = state.withLock { $0.fields["metadata"] ?? $0.fields["userMetadata"] }
        return text.flatMap { try? JSON(text: $0) } ?? [:]
    }

    /// Reads fields up to the first file part; false when there is none.
    func readToFile() async throws -> Bool {
        var parts = takeParts()
        defer { giveBack(parts) }
        while let head = try await parts.nextPart() {
            if head.isFile {
                let type = head.contentType.map { $0.lowercased().prefix { $0 != ";" } }.map(String.init)
                state.withLock { $0.fileType = type?.trimmingBlanks }
                return true
            }
            try await read(head, from: &parts)
        }
        return false
    }

    func nextFileBytes() async throws -> [UInt8]? {
        var parts = takeParts()
        defer { giveBack(parts) }
        return try await parts.nextBytes()
    }

    /// Reads the fields behind the file; another file is skipped.
    func readRest() async throws {
        var parts = takeParts()
        defer { giveBack(parts) }
        while let head = try await parts.nextPart() {
            if !head.isFile { try await read(head, from: &parts) }
        }
    }

    private func read(_ head: MultipartHead, from parts: inout Multipart) async throws {
        guard let name = head.name else { return }
        let isMetadata = name == "metadata" || name == "userMetadata"
        do {
            let limit = isMetadata ? Limits.userMetadataBytes : Limits.formFieldBytes
            let bytes = try await parts.collectedBytes(upTo: limit)
            state.withLock { $0.fields[name] = String(decoding: bytes, as: UTF8.self) }
        } catch is BodyTooLarge {
            throw isMetadata ? StorageError.metadataTooLarge : StorageError.noContent("Field value too long")
        }
    }

    private func takeParts() -> Multipart {
        state.withLock { state in
            guard let parts = state.parts else { preconditionFailure("a form has one reader at a time") }
            state.parts = nil
            return parts
        }
    }

    private func giveBack(_ parts: Multipart) {
        state.withLock { $0.parts = parts }
    }
}

extension MultipartHead {
    /// Whatever the field is called: clients leave the name empty.
    fileprivate var isFile: Bool {
        fileName != nil || contentType?.lowercased() == "application/octet-stream"
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(reversed().drop { $0 == " " }.reversed().drop { $0 == " " })
    }
}
