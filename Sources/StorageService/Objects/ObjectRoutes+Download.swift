import HTTPServing

extension ObjectRoutes {
    /// `GET` and `HEAD` of an object under the caller's policies; of a public bucket for everyone (storage.md 12.1).
    func download(_ request: Request, _ address: ObjectAddress, needsToken: Bool) async throws -> Response {
        let caller = needsToken ? try authenticator.required(request) : authenticator.optional(request)
        let context = StorageDatabase.Context(
            request, caller ?? .anonymous, operation: "storage.object.get_authenticated")
        let (bucket, object) = try await database.object(address, context)
        guard let bucket, caller != nil || bucket.isPublic else { throw StorageError.noSuchBucket }
        try address.checkKey()
        guard let object else { throw StorageError.noSuchKey }
        return try await answer(request, object)
    }

    /// The route that needs no token; the bucket must be public.
    func downloadPublic(_ request: Request, _ address: ObjectAddress) async throws -> Response {
        let context = StorageDatabase.Context(request, .anonymous, operation: "storage.object.get_public")
        let (bucket, object) = try await database.object(address, context)
        guard bucket?.isPublic == true else { throw StorageError.noSuchBucket }
        try address.checkKey()
        guard let object else { throw StorageError.noSuchKey }
        return try await answer(request, object)
    }

    private func answer(_ request: Request, _ object: StoredObject) async throws -> Response {
        if request.method == .head { return head(request, object) }
        let metadata = object.metadata
        var headers = common(request, metadata)
        if metadata.isUnchanged(for: request) { return Response(Status(304), headers: headers) }
        headers.append("X-Robots-Tag", metadata.robotsTag ?? "none")
        if let disposition = Disposition(query: request.target.query) { headers.append("Content-Disposition", disposition.text) }

        let size = metadata.size ?? 0
        let range = try ByteRange(request.headers["Range"], size: size)
        guard let version = object.version, let content = try await contents.open(version, range: range?.bounds) else {
            var response = StorageError.contentMissing.response
            response.headers.append("Cache-Control", "no-store")
            return response
        }
        if let range { headers.append("Content-Range", "bytes \(range.bounds.lowerBound)-\(range.bounds.upperBound - 1)/\(size)") }
        return Response(Status(range == nil ? 200 : 206), headers: headers, body: .stream(content))
    }

    /// From the row alone: the content is not opened (storage.md 13.1).
    private func head(_ request: Request, _ object: StoredObject) -> Response {
        var headers = common(request, object.metadata, revalidation: "must-revalidate")
        if let size = object.metadata.size { headers.append("Content-Length", String(size)) }
        headers.append("X-Robots-Tag", "none")
        return Response(Status(200), headers: headers)
    }

    private func common(_ request: Request, _ metadata: ObjectMetadata, revalidation: String = "stale-while-revalidate=30") -> Headers {
        var headers = Headers()
        // A page of markup in the project's own origin would run scripts there.
        if let type = metadata.mimeType { headers.append("Content-Type", type.contains("text/html") ? "text/plain" : type) }
        if let eTag = metadata.eTag { headers.append("ETag", eTag) }
        if let seconds = metadata.lastModified { headers.append("Last-Modified", HTTPDate(secondsSince1970: seconds).description) }
        if let control = metadata.cacheControl {
            let differs = request.headers["If-None-Match"].map { $0 != metadata.eTag } == true
            headers.append("Cache-Control", differs ? "\(control), \(revalidation)" : control)
        }
        headers.append("Accept-Ranges", "bytes")
        return headers
    }
}

extension ObjectMetadata {
    /// The client's copy is still good (storage.md 12.4). Times have the resolution of a second, so that echoing `Last-Modified`
    /// back is "not modified".
    fileprivate func isUnchanged(for request: Request) -> Bool {
        if let tag = request.headers["If-None-Match"], tag == eTag { return true }
        guard let since = request.headers["If-Modified-Since"].flatMap({ HTTPDate($0) }), let lastModified else { return false }
        return lastModified <= since.secondsSince1970
    }
}
