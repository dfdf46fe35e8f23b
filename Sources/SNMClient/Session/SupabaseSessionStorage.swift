import Foundation

/// Where a session outlives the process. One storage holds one session.
public protocol SupabaseSessionStorage: Sendable {
    /// What was saved last; nil when there is nothing.
    func load() async throws -> Data?
    /// Replaces what is stored.
    func save(_ data: Data) async throws
    /// Removes what is stored; it is no error when there is nothing.
    func delete() async throws
}

/// Keeps the session in memory only.
public actor SupabaseMemorySessionStorage: SupabaseSessionStorage {
    private var data: Data?

    /// Starts empty.
    public init() {}

    public func load() -> Data? { data }
    public func save(_ data: Data) { self.data = data }
    public func delete() { data = nil }
}

enum SessionStorageDefault {
    /// The Keychain on Apple's systems, else a file in the user's data folder.
    static func storage(for config: SupabaseConfig) -> any SupabaseSessionStorage {
        #if canImport(Security)
            SupabaseKeychainSessionStorage(account: name(for: config))
        #else
            SupabaseFileSessionStorage(url: folder.appendingPathComponent(name(for: config) + ".json"))
        #endif
    }

    /// One name a backend: host, port and path in letters that every file system knows.
    static func name(for config: SupabaseConfig) -> String {
        let url = config.baseURL
        let parts = [url.host, url.port.map(String.init), url.path.isEmpty || url.path == "/" ? nil : url.path]
        let address = parts.compactMap { $0 }.joined(separator: "-")
        return "sb-" + String(address.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }) + "-auth-token"
    }

    #if !canImport(Security)
        private static var folder: URL {
            let environment = ProcessInfo.processInfo.environment
            if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
                return URL(fileURLWithPath: data).appendingPathComponent("snm-client")
            }
            return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share/snm-client")
        }
    #endif
}
