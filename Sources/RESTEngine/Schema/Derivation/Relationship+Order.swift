import PostgresLink

extension Relationship {
    /// The order in which candidates are listed to the client (rest.md 2.4, step 5).
    func precedes(_ other: Relationship) -> Bool {
        if isComputed != other.isComputed { return !isComputed }
        if source != other.source { return source < other.source }
        if case .computed(let mine, _) = kind, case .computed(let theirs, _) = other.kind, mine != theirs { return mine < theirs }
        if target != other.target { return target < other.target }
        if isSelf != other.isSelf { return !isSelf }
        if rank != other.rank { return rank < other.rank }
        if let order = kind.order(against: other.kind) { return order }
        if sourceIsView != other.sourceIsView { return !sourceIsView }
        return !targetIsView && other.targetIsView
    }

    private var isComputed: Bool {
        if case .computed = kind { true } else { false }
    }

    private var rank: Int {
        switch kind {
        case .oneToMany: 0
        case .manyToOne: 1
        case .oneToOne: 2
        case .manyToMany: 3
        case .computed: 4
        }
    }
}

extension Relationship.Kind {
    /// Whether the left comes first of two of one kind; nil when they are alike.
    fileprivate func order(against other: Self) -> Bool? {
        switch (self, other) {
        case (.oneToMany(let left, let leftPairs), .oneToMany(let right, let rightPairs)),
            (.manyToOne(let left, let leftPairs), .manyToOne(let right, let rightPairs)):
            return left.order(against: right) ?? order(leftPairs, rightPairs)
        case (.oneToOne(let left, let leftPairs, let leftIsParent), .oneToOne(let right, let rightPairs, let rightIsParent)):
            return left.order(against: right) ?? order(leftPairs, rightPairs) ?? (leftIsParent != rightIsParent ? rightIsParent : nil)
        case (.manyToMany(let left), .manyToMany(let right)):
            if left.relation != right.relation { return left.relation < right.relation }
            return left.sourceConstraint.order(against: right.sourceConstraint)
                ?? left.targetConstraint.order(against: right.targetConstraint)
                ?? order(left.sourcePairs, right.sourcePairs) ?? order(left.targetPairs, right.targetPairs)
        case (.oneToMany, _), (.manyToOne, _), (.oneToOne, _), (.manyToMany, _), (.computed, _):
            return nil
        }
    }

    private func order(_ left: [Relationship.ColumnPair], _ right: [Relationship.ColumnPair]) -> Bool? {
        for (mine, theirs) in zip(left, right) {
            if let order = mine.source.order(against: theirs.source) ?? mine.target.order(against: theirs.target) { return order }
        }
        return left.count == right.count ? nil : left.count < right.count
    }
}
