internal import JSONText

/// The tree of a request's select list, with the filters, orders, ranges and logic trees handed to the level they are
/// addressed to. Still nothing but names: the step between ``QueryParameters`` and ``ReadPlan``.
struct ReadRequest {
    /// nil at the root.
    var embed: SelectEmbed?
    var columns: [SelectColumn] = []
    var children: [ReadRequest] = []
    var filters: [(Field, Operation)] = []
    var logic: [LogicTree] = []
    var order: [OrderTerm] = []
    var range = PageRange.all

    init(items: [SelectItem], embed: SelectEmbed? = nil) {
        self.embed = embed
        for item in items {
            switch item {
            case .column(let column): columns.append(column)
            case .embed(let child): children.append(ReadRequest(items: child.items, embed: child))
            }
        }
    }

    /// The tree of a whole request. Which parameters of the root apply depends on what is done (rest.md 1.6).
    ///
    /// Parameters of one kind are attached from the last to the first, and each moves the embed that it is addressed to before
    /// its siblings: the order of keys in the answer depends on it (rest.md 4.4).
    init(_ query: QueryParameters, rootRange: PageRange, isWrite: Bool) throws(RESTError) {
        self.init(items: query.select ?? [.column(SelectColumn(Field("*")))])
        for filter in query.filters.reversed() where !(isWrite && filter.embedPath.isEmpty) {
            try attach(filter.embedPath[...]) { $0.filters.append((filter.field, filter.operation)) }
        }
        for order in query.orders.reversed() {
            try attach(order.embedPath[...]) { $0.order = order.terms }
        }
        // A wrong key of a range is reported only where ranges are attached, and writes attach none.
        if !isWrite, let error = query.rangeError { throw error }
        for embedded in query.embeddedRanges.reversed() {
            try attach(embedded.embedPath[...]) { $0.range = isWrite ? .all : embedded.range }
        }
        for logic in query.logic.reversed() where !(isWrite && logic.embedPath.isEmpty) {
            try attach(logic.embedPath[...]) { $0.logic.append(logic.tree) }
        }
        if !isWrite { range = rootRange }
        restoreOrder()
    }

    private mutating func attach(_ path: ArraySlice<String>, _ change: (inout ReadRequest) -> Void) throws(RESTError) {
        guard let segment = path.first else {
            change(&self)
            return
        }
        guard let index = children.firstIndex(where: { ($0.embed?.target).isSpelled(segment) || ($0.embed?.alias).isSpelled(segment) })
        else {
            throw .notEmbedded(segment)
        }
        var child = children.remove(at: index)
        try child.attach(path.dropFirst(), change)
        children.insert(child, at: 0)
    }

    /// Attached from the end, so turned round once.
    private mutating func restoreOrder() {
        filters.reverse()
        logic.reverse()
        for index in children.indices { children[index].restoreOrder() }
    }
}

extension RESTError {
    static func notEmbedded(_ name: String) -> Self {
        Self(
            400, "PGRST108", "'\(name)' is not an embedded resource in this request",
            hint: "Verify that '\(name)' is included in the 'select' query parameter.")
    }
}
