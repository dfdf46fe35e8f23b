/// A condition on the rows of a table. Comparisons of columns make it; `&&`, `||` and `!` combine it.
///
///     { $0.age >= 3 && !($0.name == "초코" || $0.owner == nil) }
public struct TypedCondition<Table>: Sendable {
    /// What it says in the grammar.
    let parameter: SupabaseQueryParameter
    /// Why the condition cannot be sent, if it cannot.
    var isOnColumn = true

    init(_ parameter: SupabaseQueryParameter) { self.parameter = parameter }

    init(_ column: SupabaseColumn?, _ parameter: (SupabaseColumn) -> SupabaseQueryParameter) {
        self.init(parameter(column ?? SupabaseColumn("")))
        isOnColumn = column != nil
    }

    /// A condition in the untyped vocabulary, for what is not foreseen here.
    public static func raw(_ parameter: SupabaseQueryParameter) -> Self { Self(parameter) }

    /// Both conditions hold.
    public static func && (left: Self, right: Self) -> Self {
        left.joined(to: right, .and(left.conjuncts + right.conjuncts))
    }

    /// At least one of the conditions holds.
    public static func || (left: Self, right: Self) -> Self {
        left.joined(to: right, .or(left.disjuncts + right.disjuncts))
    }

    /// The condition does not hold.
    public static prefix func ! (condition: Self) -> Self {
        var copy = Self(.not(condition.parameter))
        copy.isOnColumn = condition.isOnColumn
        return copy
    }

    /// What is combined by "and" on the top level: each is a parameter of its own there.
    var conjuncts: [SupabaseQueryParameter] {
        if case .and(let members, on: nil) = parameter { members } else { [parameter] }
    }

    private var disjuncts: [SupabaseQueryParameter] {
        if case .or(let members, on: nil) = parameter { members } else { [parameter] }
    }

    private func joined(to other: Self, _ parameter: SupabaseQueryParameter) -> Self {
        var copy = Self(parameter)
        copy.isOnColumn = isOnColumn && other.isOnColumn
        return copy
    }
}

/// A parameter and the embedded resource that it is about, told by the names on the way there.
struct PlacedParameter: Sendable {
    var path: [String] = []
    var parameter: SupabaseQueryParameter

    init(_ parameter: SupabaseQueryParameter, in path: [String] = []) {
        self.path = path
        self.parameter = parameter
    }

    var pair: Endpoint.QueryPair {
        var pair = parameter.pair
        if !path.isEmpty { pair.key = path.map { Quoting.name($0) + "." }.joined() + pair.key }
        return pair
    }

    func inside(_ resource: String) -> Self {
        Self(parameter, in: [resource] + path)
    }
}
