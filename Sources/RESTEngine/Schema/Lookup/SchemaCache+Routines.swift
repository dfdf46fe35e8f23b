import JSONText
import PostgresLink

extension SchemaCache {
    /// A function with the way its arguments are passed.
    package struct RoutineMatch: Sendable {
        package var routine: Routine
        /// The whole body is the value of the only, unnamed parameter.
        package var takesWholeBody: Bool
    }

    /// The overload that a call means (rest.md 7.1). Types and privileges play no part.
    ///
    /// - Parameter arguments: names from the query string or the payload, in any order, repeats allowed.
    package func routine(
        named name: String, in schema: String, arguments: [String], invocation: APIRequest.Invocation, contentType: RESTMediaType
    ) throws(RESTError) -> RoutineMatch {
        let name = QualifiedName(schema, name)
        let call = RoutineCall(name: name, arguments: arguments, body: RoutineCall.Body(invocation, contentType))
        let overloads = routines[name] ?? []
        let matches = overloads.filter(call.matches)
        if matches.count == 1 { return RoutineMatch(routine: matches[0], takesWholeBody: false) }
        guard matches.isEmpty else { throw .ambiguousRoutine(matches) }
        let fallbacks = overloads.filter(call.fallsBack)
        if fallbacks.count == 1 { return RoutineMatch(routine: fallbacks[0], takesWholeBody: true) }
        guard fallbacks.isEmpty else { throw .ambiguousRoutine(fallbacks) }
        throw .unknownRoutine(call, suggestion: suggestion(for: call, overloads))
    }

    private func suggestion(for call: RoutineCall, _ overloads: [Routine]) -> String? {
        if call.body.isRaw { return nil }
        if overloads.isEmpty {
            let names = routines.keys.lazy.filter { $0.schema.isSpelled(call.name.schema) }.map(\.name)
            return Suggestion(for: call.name.name, among: names.sortedBySpelling(), minimum: 0.75)?.text
        }
        let lists = overloads.map { "(\($0.parameters.map(\.name).sortedBySpelling().joined(separator: ", ")))" }
        let arguments = "(\(call.sortedArguments.joined(separator: ", ")))"
        return Suggestion(for: arguments, among: lists, minimum: 0.33).map { call.name.name + $0.text }
    }
}

/// What is known of a call when its function is looked up.
struct RoutineCall {
    /// How a body can be passed as a whole.
    enum Body {
        case none, json, text, xml, bytes
        /// A form or CSV, which only holds named arguments.
        case named

        init(_ invocation: APIRequest.Invocation, _ contentType: RESTMediaType) {
            switch invocation {
            case .get, .head: self = .none
            case .post:
                switch contentType {
                case .json: self = .json
                case .textPlain: self = .text
                case .textXML: self = .xml
                case .octetStream: self = .bytes
                default: self = .named
                }
            }
        }

        var isRaw: Bool {
            switch self {
            case .text, .xml, .bytes: true
            case .none, .json, .named: false
            }
        }

        func fits(_ type: String) -> Bool {
            switch self {
            case .json: type == "json" || type == "jsonb"
            case .text: type == "text"
            case .xml: type == "xml"
            case .bytes: type == "bytea"
            case .none, .named: false
            }
        }
    }

    var name: QualifiedName
    var arguments: [String]
    var body: Body

    var sortedArguments: [String] { arguments.sortedByCodePoint() }

    /// Whether the arguments are all the required ones and no unknown ones.
    func matches(_ routine: Routine) -> Bool {
        if routine.parameters.isEmpty { return arguments.isEmpty && !body.isRaw }
        return arguments.allSatisfy { argument in routine.parameters.contains { $0.name.isSpelled(argument) } }
            && routine.parameters.allSatisfy { !$0.isRequired || arguments.contains(spelled: $0.name) }
    }

    /// Whether the body as a whole can be the only parameter.
    func fallsBack(_ routine: Routine) -> Bool {
        routine.parameters.count == 1 && routine.parameters[0].name.isEmpty && body.fits(routine.parameters[0].type)
    }
}

extension RESTError {
    fileprivate static func unknownRoutine(_ call: RoutineCall, suggestion: String?) -> Self {
        let (name, arguments) = ("\(call.name.schema).\(call.name.name)", call.sortedArguments)
        let list = arguments.joined(separator: ", ")
        let parameters =
            switch arguments.count {
            case 0: " without parameters"
            case 1: " with parameter \(list)"
            default: " with parameters \(list)"
            }
        let searched =
            switch call.body {
            case .none, .named: parameters
            case .json: parameters + " or with a single unnamed json/jsonb parameter"
            case .text: " with a single unnamed text parameter"
            case .xml: " with a single unnamed xml parameter"
            case .bytes: " with a single unnamed bytea parameter"
            }
        let called = call.body.isRaw ? "" : arguments.isEmpty ? parameters : "(\(list))"
        return Self(
            404, "PGRST202", "Could not find the function \(name)\(called) in the schema cache",
            details: .string("Searched for the function \(name)\(searched), but no matches were found in the schema cache."),
            hint: suggestion.map { "Perhaps you meant to call the function \(call.name.schema).\($0)" })
    }

    fileprivate static func ambiguousRoutine(_ candidates: [Routine]) -> Self {
        let list = candidates.map { routine in
            let parameters = routine.parameters.map { "\($0.name) => \($0.type)" }.joined(separator: ", ")
            return "\(routine.name.schema).\(routine.name.name)(\(parameters))"
        }
        return Self(
            300, "PGRST203", "Could not choose the best candidate function between: \(list.joined(separator: ", "))",
            hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved")
    }
}
