/// A path with what stands in place of names taken out: `/admin/users/7…/factors/9…` is the route `/admin/users/*/factors/*`.
struct RoutePath: Sendable, Hashable {
    let route: String
    let ids: [String]

    init(_ path: String) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        // One slash more at the end is none.
        if parts.count > 1, parts.last == "" { parts.removeLast() }
        var ids: [String] = []
        for place in Self.places(parts) where place < parts.count {
            ids.append(parts[place])
            parts[place] = "*"
        }
        route = "/" + parts.joined(separator: "/")
        self.ids = ids
    }

    /// Where ids stand.
    private static func places(_ parts: [String]) -> [Int] {
        if parts.starts(with: ["admin", "users"]) { return parts.dropFirst(3).first.map { $0 == "factors" } == true ? [2, 4] : [2] }
        if parts.starts(with: ["user", "identities"]), parts.count == 3, parts[2] != "authorize" { return [2] }
        return parts.first == "factors" ? [1] : []
    }
}
