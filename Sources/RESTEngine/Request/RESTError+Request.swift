internal import JSONText

/// What can be wrong with a request by itself, before the schema is looked at (rest.md 1, 3.8, 10.2).
extension RESTError {
    // MARK: Path, method, schema

    static var invalidPath: Self {
        Self(404, "PGRST125", "Invalid path specified in request URL")
    }

    static var rootDisabled: Self {
        Self(404, "PGRST126", "Root endpoint metadata is disabled")
    }

    static func unknownSchema(_ name: String, exposed: [String]) -> Self {
        Self(
            406, "PGRST106", "Invalid schema: \(name)",
            hint: "Only the following schemas are exposed: \(exposed.joined(separator: ", "))")
    }

    static func methodNotForFunctions(_ method: String) -> Self {
        Self(405, "PGRST101", "Cannot use the \(method) method on RPC")
    }

    static func unsupportedMethod(_ method: String) -> Self {
        Self(405, "PGRST117", "Unsupported HTTP method: \(method)")
    }

    // MARK: Query string

    /// A parameter that does not follow the grammar.
    ///
    /// - Parameter what: as in `failed to parse …`.
    /// - Parameter shown: the text that the message shows, which for logic trees lacks the operator.
    static func unparsable(_ what: String, shown: [UInt8], parsed: [UInt8], _ failure: ParseFailure) -> Self {
        let text = String(decoding: shown, as: UTF8.self)
        return Self(
            400, "PGRST100", "\"failed to parse \(what) (\(text))\" \(failure.place(in: parsed))", details: .string(failure.description))
    }

    /// PostgREST answers 500 in plain text.
    static var queryNotUTF8: Self {
        Self(400, "PGRST100", "The query string is not valid UTF-8")
    }

    /// PostgREST answers 500 in plain text.
    static func headerNotUTF8(_ name: String) -> Self {
        Self(400, "PGRST100", "The header '\(name)' is not valid UTF-8")
    }

    // MARK: Ranges

    static var lowerBoundaryAboveUpper: Self {
        rangeNotSatisfiable("The lower boundary must be lower than or equal to the upper boundary in the Range header.")
    }

    static var negativeLimit: Self {
        rangeNotSatisfiable("Limit should be greater than or equal to zero.")
    }

    static func rangeNotSatisfiable(_ details: String) -> Self {
        Self(416, "PGRST103", "Requested range not satisfiable", details: .string(details))
    }

    static var rangeNotAllowedForPut: Self {
        Self(400, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
    }

    // MARK: Body

    static func contentTypeNotAcceptable(_ type: RESTMediaType) -> Self {
        invalidBody("Content-Type not acceptable: \(type.canonicalText)")
    }

    static var invalidJSON: Self { invalidBody("Empty or invalid json") }

    static var keysDiffer: Self { invalidBody("All object keys must match") }

    static var fieldCountsDiffer: Self { invalidBody("All lines must have same number of fields") }

    /// PostgREST answers 500 in plain text.
    static var bodyNotUTF8: Self { invalidBody("The body is not valid UTF-8") }

    static func invalidBody(_ message: String) -> Self {
        Self(400, "PGRST102", message)
    }
}
