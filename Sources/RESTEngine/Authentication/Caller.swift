/// Who a request is made for.
package struct Caller: Sendable, Hashable {
    /// The database role.
    package var role: String
    /// The claims as SQL sees them: an object of JSON with `role` set, in canonical form.
    package var claims: [UInt8]
    /// False for the anonymous role, even if a token names it: decides between 401 and 403.
    package var isAuthenticated: Bool

    package init(role: String, claims: [UInt8], isAuthenticated: Bool) {
        self.role = role
        self.claims = claims
        self.isAuthenticated = isAuthenticated
    }
}
