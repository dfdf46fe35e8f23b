import Foundation

/// Which backend to talk to. A value: several backends, or a test's own branch of one, can be used at once.
public struct SupabaseConfig: Sendable, Hashable {
    /// The project's address, such as `http://127.0.0.1:54321`.
    public var baseURL: URL
    /// The anon or publishable key.
    public var apiKey: String
    /// The storage bucket of the app's images.
    public var bucket: String

    /// - Parameter bucket: May be left out by who does not use the storage.
    public init(baseURL: URL, apiKey: String, bucket: String = "") {
        self.baseURL = baseURL
        self.apiKey = apiKey
        self.bucket = bucket
    }

    /// The value of `Authorization`: the user's token, else a key that is a JWT itself. Keys of the new kind
    /// (`sb_publishable_…`) are no JWT and travel in `apikey` only.
    func authorization(_ accessToken: String?) -> String? {
        if let accessToken { return "Bearer \(accessToken)" }
        return apiKey.hasPrefix("sb_") || apiKey.isEmpty ? nil : "Bearer \(apiKey)"
    }
}

/// Hides the key.
extension SupabaseConfig: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SupabaseConfig(\(baseURL.scheme ?? "")://\(baseURL.host ?? ""), bucket: \(bucket))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["host": baseURL.host ?? "", "bucket": bucket]) }
}
