import JSONText
import Tokens

/// The keys of a local project: those that the Supabase CLI gives to every project, so that an app's local settings work as
/// they are. They protect nothing.
public struct APIKeys: Sendable, Hashable {
    /// Signs and verifies HS256 tokens; at least 32 characters.
    public var jwtSecret: String
    /// A token with role `anon`.
    public var anonKey: String
    /// A token with role `service_role`, which passes row level security.
    public var serviceRoleKey: String
    /// Stands for the anon key in the `apikey` header.
    public var publishableKey: String
    /// Stands for the service_role key in the `apikey` header.
    public var secretKey: String

    /// Keys of a project with a secret of its own: tokens signed with it, which are good until 2032.
    public init(jwtSecret: String) {
        func token(_ role: String) -> String {
            let claims: JSON = ["iss": "supabase-demo", "role": .string(role), "exp": 1_983_812_996]
            // A shared secret can always sign.
            return JWT.signed(claims, by: JWK(secret: Array(jwtSecret.utf8))) ?? ""
        }
        self = .local
        self.jwtSecret = jwtSecret
        anonKey = token("anon")
        serviceRoleKey = token("service_role")
    }

    init(jwtSecret: String, anonKey: String, serviceRoleKey: String, publishableKey: String, secretKey: String) {
        self.jwtSecret = jwtSecret
        self.anonKey = anonKey
        self.serviceRoleKey = serviceRoleKey
        self.publishableKey = publishableKey
        self.secretKey = secretKey
    }

    /// The Supabase CLI's well-known keys.
    public static let local = APIKeys(
        jwtSecret: "super-secret-jwt-token-with-at-least-32-characters-long",
        anonKey: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9."
            + "CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0",
        serviceRoleKey:
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0."
            + "EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU",
        publishableKey: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
        secretKey: "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz")
}
