/// What the compiler cannot refuse is refused here, before anything is sent.
extension SupabaseQueryParameter {
    func validate() throws(SupabaseDBError) {
        switch self {
        case .or(let parameters, _), .and(let parameters, _):
            guard !parameters.isEmpty else { throw .invalidQuery(reason: "an 'or' or 'and' needs at least one condition") }
            for parameter in parameters { try parameter.validateMember() }
        case .not(let parameter):
            switch parameter {
            case .select, .order, .limit, .offset, .onConflict, .columns:
                throw .invalidQuery(reason: "'\(parameter.key)' is no condition and cannot be negated")
            default:
                try parameter.validate()
            }
        case .fullText(_, _, _, let configuration?):
            guard SupabaseSelection.isPlainWord(configuration) else {
                throw .invalidQuery(reason: "'\(configuration)' is no name of a text search configuration")
            }
        case .select(let items):
            for item in items { try item.validate() }
        case .order(let terms, _):
            guard !terms.isEmpty else { throw .invalidQuery(reason: "an order needs at least one column") }
            for term in terms { try term.validate() }
        case .limit(let count, _), .offset(let count, _):
            guard count >= 0 else { throw .invalidQuery(reason: "'\(key)' cannot be negative") }
        case .onConflict(let names, _), .columns(let names):
            guard !names.isEmpty else { throw .invalidQuery(reason: "'\(key)' needs at least one column") }
        default:
            break
        }
    }

    /// A member of a logic tree: a condition on the tree's own resource, or a tree.
    private func validateMember() throws(SupabaseDBError) {
        switch self {
        case .select, .order, .limit, .offset, .onConflict, .columns:
            throw .invalidQuery(reason: "'\(key)' is no condition and cannot stand in a logic tree")
        case .or(_, .some), .and(_, .some):
            throw .invalidQuery(reason: "only the outermost 'or' or 'and' can be on an embedded resource")
        case .not(let parameter):
            try validate()
            try parameter.validateMember()
        case .or, .and, .custom:
            try validate()
        default:
            try validate()
            if let column = condition?.column.supabaseColumn, !column.embeds.isEmpty {
                throw .invalidQuery(reason: "in a logic tree '\(column.name)' is named alone; say 'on:' for an embedded resource")
            }
        }
    }

    /// Whether the parameter limits which rows of the table itself are meant.
    var restrictsRows: Bool {
        switch self {
        case .select, .order, .limit, .offset, .onConflict, .columns: return false
        case .or(_, let resource), .and(_, let resource): return resource == nil
        case .not(let parameter): return parameter.restrictsRows
        case .custom(let key, _):
            if ["or", "and", "not.or", "not.and"].contains(key) { return true }
            if ["select", "order", "limit", "offset", "columns", "on_conflict"].contains(key) { return false }
            return SupabaseColumn(path: key).embeds.isEmpty
        default: return condition?.column.supabaseColumn.embeds.isEmpty ?? false
        }
    }

    /// Whether a second parameter with the same key is to be appended to the first: the server reads only one.
    var addsUp: Bool {
        switch self {
        case .select, .order: true
        default: false
        }
    }
}
