import Foundation
import HTTPServing
import JSONText

/// A request's body as an upload: the content, and what the client says of it (storage.md 10.2, 10.3).
final class Upload: Sendable {
    let isForm: Bool
    /// The request's `Content-Length`; of a form with its framing.
    let declaredLength: Int?
    let content: BodyStream
    private let robotsTag: String?
    private let form: FormReader?
    private let raw: (mimeType: String, cacheControl: String, userMetadata: JSON)

    init(_ request: Request) async throws {
        let type = request.headers["Content-Type"]
        if let type, !type.isPlausibleMediaType { throw StorageError.contentType }
        declaredLength = request.headers["Content-Length"].flatMap { Int($0) }
        robotsTag = try request.headers["x-robots-tag"].map { try RobotsTag($0).text }
        isForm = type?.lowercased().hasPrefix("multipart/form-data") == true
        if isForm {
            guard let parts = Multipart(request.body, contentType: type) else { throw StorageError.noContent("Boundary not found") }
            let reader = FormReader(parts)
            do {
                guard try await reader.readToFile() else { throw StorageError.noContent() }
            } catch let error as MultipartError {
                throw StorageError.noContent("\(error)")
            }
            form = reader
            content = BodyStream { try await reader.nextFileBytes() }
            raw = ("", "", [:])
        } else {
            form = nil
            content = request.body.asStream
            let metadata = request.headers["x-metadata"].flatMap { Data(base64Encoded: $0) }.flatMap { try? JSON(parsing: Array($0)) }
            raw = (
                type ?? "application/octet-stream", request.headers["Cache-Control"] ?? "no-cache",
                metadata?.object == nil ? [:] : metadata ?? [:]
            )
        }
    }

    /// Reads the fields behind the file.
    func finish() async throws {
        try await form?.readRest()
    }

    var mimeType: String { form?.mimeType ?? raw.mimeType }
    var userMetadata: JSON { form?.userMetadata ?? raw.userMetadata }

    /// What policies see before the content is there.
    var announcement: JSON {
        var object = JSONObject([.init("mimetype", .string(mimeType))])
        if let declaredLength { object.set("contentLength", .number(String(declaredLength))) }
        return .object(object)
    }

    func metadata(of content: StoredContent, at seconds: Int) -> ObjectMetadata {
        ObjectMetadata(
            eTag: "\"\(content.md5)\"", size: content.size, mimeType: mimeType, cacheControl: form?.cacheControl ?? raw.cacheControl,
            lastModified: seconds, robotsTag: robotsTag)
    }
}

extension RequestBody {
    fileprivate var asStream: BodyStream {
        switch self {
        case .stream(let stream): return stream
        case .none: return BodyStream(length: 0) { nil }
        case .bytes(let bytes):
            let once = OnceBytes(bytes)
            return BodyStream(length: bytes.count) { once.take() }
        }
    }
}

extension String {
    /// Has a slash and no control characters; more is not asked: the founding app sends `image/*`.
    fileprivate var isPlausibleMediaType: Bool {
        utf8.contains(UInt8(ascii: "/")) && !utf8.contains { $0 < 0x20 }
    }
}
