#if canImport(Security)
    import Foundation
    import Security

    /// Keeps the session in the Keychain, readable after the first unlock and never moved to another device.
    public struct SupabaseKeychainSessionStorage: SupabaseSessionStorage {
        /// The service under which the item is filed.
        public let service: String
        /// The account that tells one backend from another.
        public let account: String

        /// - Parameter account: One for each backend.
        public init(service: String = "snm-client", account: String) {
            self.service = service
            self.account = account
        }

        public func load() throws -> Data? {
            var query = query
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            if status == errSecItemNotFound { return nil }
            try Self.check(status)
            return result as? Data
        }

        public func save(_ data: Data) throws {
            let values: [String: Any] = [
                kSecValueData as String: data,
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            let status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
            guard status == errSecItemNotFound else { return try Self.check(status) }
            try Self.check(SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil))
        }

        public func delete() throws {
            let status = SecItemDelete(query as CFDictionary)
            if status != errSecItemNotFound { try Self.check(status) }
        }

        private var query: [String: Any] {
            [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service, kSecAttrAccount as String: account]
        }

        private static func check(_ status: OSStatus) throws {
            guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        }
    }
#endif
