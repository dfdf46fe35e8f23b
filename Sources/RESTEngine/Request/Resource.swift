internal import HTTPServing

/// What a path names (rest.md 1.2).
enum Resource: Hashable {
    case root
    case relation(String)
    case routine(String)

    /// - Parameter path: as received, without query.
    init(path: String, configuration: RESTConfiguration) throws(RESTError) {
        // `/name`, as nearly all paths are.
        if path.utf8.first == UInt8(ascii: "/"), path.utf8.count > 1,
            !path.utf8.dropFirst().contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") })
        {
            self = .relation(String(path.dropFirst()))
            return
        }
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if segments.first?.isEmpty == true { segments.removeFirst() }
        let names = segments.map { segment in
            segment.contains(UInt8(ascii: "%")) ? PercentEncoding.lossyText(Substring(segment)) : String(Substring(segment))
        }
        switch names.count {
        case 0: self = try Self.root(configuration)
        case 1: self = names[0].isEmpty ? try Self.root(configuration) : .relation(names[0])
        case 2 where names[0] == "rpc": self = .routine(names[1])
        default: throw .invalidPath
        }
    }

    private static func root(_ configuration: RESTConfiguration) throws(RESTError) -> Resource {
        if let function = configuration.rootSpec {
            // The function is looked up in the request's schema; a schema in the option does not count.
            return .routine(ConfiguredFunction(function).name)
        }
        if configuration.openAPIMode == .disabled { throw .rootDisabled }
        return .root
    }
}

extension APIRequest.Action {
    /// What a method does to a resource (rest.md 1.3).
    init(_ method: String, on resource: Resource) throws(RESTError) {
        switch resource {
        case .relation(let name):
            switch method {
            case "GET": self = .read(relation: name, headersOnly: false)
            case "HEAD": self = .read(relation: name, headersOnly: true)
            case "POST": self = .mutate(relation: name, .insert)
            case "PUT": self = .mutate(relation: name, .singleUpsert)
            case "PATCH": self = .mutate(relation: name, .update)
            case "DELETE": self = .mutate(relation: name, .delete)
            case "OPTIONS": self = .relationInfo(name)
            default: throw .unsupportedMethod(method)
            }
        case .routine(let name):
            switch method {
            case "GET": self = .call(routine: name, .get)
            case "HEAD": self = .call(routine: name, .head)
            case "POST": self = .call(routine: name, .post)
            case "OPTIONS": self = .routineInfo(name)
            default: throw .methodNotForFunctions(method)
            }
        case .root:
            switch method {
            case "GET": self = .inspect(headersOnly: false)
            case "HEAD": self = .inspect(headersOnly: true)
            case "OPTIONS": self = .rootInfo
            default: throw .unsupportedMethod(method)
            }
        }
    }
}
