import Foundation

/// Files in the bucket that the configuration names.
///
///     try await storage.upload(imageData: jpeg, fileName: "\(userID)/profile.jpg", mimeType: "image/jpeg")
///     let image = try await storage.download(fileName: "\(userID)/profile.jpg", lastModified: cached?.lastModified)
///     if image.isModified { cache(image) }
public struct SupabaseStorageManager: Sendable {
    private let config: SupabaseConfig
    private let networkProvider: any NetworkProvider
    private let sessionManager: SupabaseSessionManager?

    /// - Parameter sessionManager: Whose access token the requests carry. Without it they carry the API key alone.
    public init(
        config: SupabaseConfig,
        networkProvider: any NetworkProvider = SNMNetworkProvider(),
        sessionManager: SupabaseSessionManager? = nil
    ) {
        self.config = config
        self.networkProvider = networkProvider
        self.sessionManager = sessionManager
    }

    /// Stores a file.
    ///
    /// - Parameters:
    ///   - fileName: Its name in the bucket; slashes make folders.
    ///   - upsert: Whether a file of that name is replaced; otherwise it is an error (`KeyAlreadyExists`).
    public func upload(imageData: Data, fileName: String, mimeType: String = "image/jpeg", upsert: Bool = false) async throws {
        let form = MultipartFormData(fileName: fileName, mimeType: mimeType, contentData: imageData)
        let request = SupabaseStorageRequest.upload(form, fileName: fileName, upsert: upsert, config: config)
        _ = try await send(request)
    }

    /// Fetches a file, unless it is unchanged.
    ///
    /// - Parameter lastModified: The ``SupabaseDownload/lastModified`` of an earlier download, word for word.
    public func download(fileName: String, lastModified: String? = nil) async throws -> SupabaseDownload {
        let response = try await send(.download(fileName: fileName, lastModified: lastModified, config: config))
        let isModified = response.statusCode != 304
        return SupabaseDownload(
            isModified: isModified,
            imageData: isModified ? response.data : nil,
            lastModified: response.value(ofHeader: "Last-Modified") ?? (isModified ? nil : lastModified)
        )
    }

    private func send(_ request: SupabaseStorageRequest) async throws -> SNMNetworkResponse {
        let accessToken = try await sessionManager?.checkSession()?.accessToken
        return try await networkProvider.request(with: request.authorized(by: config.authorization(accessToken)))
    }
}

/// What a conditional download brought.
public struct SupabaseDownload: Sendable, Hashable {
    /// Whether the file has changed since.
    public let isModified: Bool
    /// The file; nil when it has not changed.
    public let imageData: Data?
    /// When the file was last changed, in the server's words. Keep it for the next download.
    public let lastModified: String?

    /// Made by the storage manager; public for those who replace it in tests.
    public init(isModified: Bool, imageData: Data?, lastModified: String?) {
        self.isModified = isModified
        self.imageData = imageData
        self.lastModified = lastModified
    }
}
