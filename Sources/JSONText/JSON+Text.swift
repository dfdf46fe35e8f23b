/// Why a text is not JSON: what was wrong and at which byte.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    package var offset: Int
    package var reason: String

    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}
