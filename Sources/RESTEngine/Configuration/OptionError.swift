internal import Tokens

/// Why a configuration is refused, in the words that the operator reads (rest.md 13.4).
package struct OptionError: Error, Sendable, Hashable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }

    package static func invalid(_ reason: String) -> Self {
        Self("Error in config \(reason)")
    }

    static let transactionEnd = invalid("Invalid transaction termination. Check your configuration.")
    static let openAPIMode = invalid("Invalid openapi-mode. Check your configuration.")
    static let proxyURI = invalid("Malformed proxy uri, a correct example: https://example.com:8443/basePath")
    static let audience = invalid("jwt-aud should be a string or a valid URI")
    static let secretEncoding = Self("user error (The JWT secret is not valid base64.)")
    static let secretLength = Self("user error (The JWT secret must be at least 32 characters long.)")

    static func roleClaim(_ error: RoleClaimPathError) -> Self {
        let found = error.text.unicodeScalars.dropFirst(error.offset).first.map { "\"\($0)\"" } ?? "end of input"
        return invalid(
            """
            "failed to parse role-claim-key value (\(error.text))" (line 1, column \(error.offset + 1)):
            unexpected \(found)
            """)
    }
}
