import AuthService
import Foundation
import JSONText
import Tokens

/// The keys of a project that differ from those of every local project. Tokens follow from the secret where the file gives none.
struct ChosenKeys: Sendable {
    var jwtSecret: String?
    var anonKey: String?
    var serviceRoleKey: String?
    var publishableKey: String?
    var secretKey: String?

    func apply(to configuration: inout MockServerConfiguration) {
        if let jwtSecret { configuration.keys = APIKeys(jwtSecret: jwtSecret) }
        func set(_ path: WritableKeyPath<APIKeys, String>, _ value: String?) {
            if let value, !value.isEmpty { configuration.keys[keyPath: path] = value }
        }
        set(\.anonKey, anonKey)
        set(\.serviceRoleKey, serviceRoleKey)
        set(\.publishableKey, publishableKey)
        set(\.secretKey, secretKey)
    }
}

extension ProjectSettings {
    /// Private keys in a JSON array; the path is relative to `supabase/`.
    func signingKeys(_ path: String) throws(ConfigurationProblem) -> [JWK] {
        let text = try read(path, in: "\(folder)/supabase")
        guard let elements = (try? JSON(text: text))?.array, !elements.isEmpty else {
            throw ConfigurationProblem("\(path) is no JSON array of keys")
        }
        var keys: [JWK] = []
        for (number, element) in elements.enumerated() {
            guard let key = JWK(element), JWT.signed([:], by: key) != nil else {
                throw ConfigurationProblem("element \(number + 1) of \(path) is no private key")
            }
            keys.append(key)
        }
        return keys
    }
}
