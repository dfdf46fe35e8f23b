import Foundation
import HTTPServing
import JSONText
import Tokens

extension ObjectRoutes {
    /// `POST` creates, or replaces with `x-upsert: true`; `PUT` always does both (storage.md 10).
    func upload(_ request: Request, _ address: ObjectAddress, replaces: Bool) async throws -> Response {
        let caller = try authenticator.required(request)
        let operation = replaces ? "storage.object.upload_update" : "storage.object.upload"
        let context = StorageDatabase.Context(request, caller, operation: operation)
        guard let bucket = try await database.bucket(address.bucket, context) else { throw StorageError.noSuchBucket }

        let upload = try await Upload(request)
        let limit = min(bucket.sizeLimit ?? settings.maximumObjectBytes, settings.maximumObjectBytes)
        if !upload.isForm, let length = upload.declaredLength, length > limit { throw StorageError.tooLarge }
        if !address.isFolderPlaceholder, !bucket.accepts(upload.mimeType) { throw StorageError.mimeType(upload.mimeType) }
        try address.checkKey()

        var draft = ObjectDraft(
            address: address, replaces: replaces || request.headers["x-upsert"] == "true", metadata: upload.announcement,
            userMetadata: upload.userMetadata)
        try await database.tryWriting(draft, context)
        let version = Random.uuid()
        let content = try await store(upload, version, limit: limit)
        do {
            draft.metadata = upload.metadata(of: content, at: Int(Date().timeIntervalSince1970)).json
            draft.userMetadata = upload.userMetadata
            let written = try await database.write(draft, version: version, context)
            if let old = written.oldVersion { await contents.remove(old) }
            let body: JSON = ["Id": .string(written.id), "Key": .string(address.path)]
            return Response(
                Status(200), headers: Headers([("Content-Type", "application/json; charset=utf-8")]), body: .bytes(body.serialized()))
        } catch {
            await contents.remove(version)
            throw error
        }
    }

    private func store(_ upload: Upload, _ version: String, limit: Int) async throws -> StoredContent {
        do {
            let content = try await contents.store(version, limit: limit, from: upload.content)
            do {
                // Fields may follow the file.
                try await upload.finish()
            } catch {
                await contents.remove(version)
                throw error
            }
            return content
        } catch is BodyTooLarge {
            throw StorageError.tooLarge
        } catch let error as MultipartError {
            throw StorageError.noContent("\(error)")
        }
    }
}
