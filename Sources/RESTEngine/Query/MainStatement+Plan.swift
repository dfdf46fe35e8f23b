extension Plan.RelationRead {
    /// The main statement of a read (rest.md 3.2).
    func statement(_ preferences: Preferences, _ configuration: RESTConfiguration) -> MainStatement {
        var statement = MainStatement(source: read.sql)
        switch preferences.count {
        case .exact?: statement.countQuery = read.countQuery()
        // One more than may be shown tells whether there are more.
        case .estimated?: statement.countQuery = read.countQuery(limit: configuration.maxRows.map { $0 == .max ? $0 : $0 + 1 })
        case .planned?, nil: break
        }
        if !isHeadersOnly { statement.body = BodyExpression(format: answer.format, rows: .many).sql }
        if answer.isSingular { statement.check.rules = [.singular] }
        return statement
    }
}

extension MutationPlan {
    /// The main statement of a write (rest.md 6.1).
    func statement(_ preferences: Preferences) -> MainStatement {
        var statement = MainStatement(source: sql)
        if preferences.return == .representation {
            statement.rows = read.sql
            statement.body = BodyExpression(format: answer.format, rows: .many).sql
        }
        if mutation == .insert, preferences.return == .headersOnly, !relation.primaryKey.isEmpty {
            statement.location = locationExpression
        }
        statement.countsInserted = countsInserted
        guard answer.explain == nil else { return statement }
        switch mutation {
        case .singleUpsert:
            statement.check.rules = [.singleUpsert]
        case .insert:
            if answer.isSingular { statement.check.rules = [.singular] }
        case .update, .delete:
            if answer.isSingular { statement.check.rules = [.singular] }
            if let limit = preferences.effectiveMaxAffected { statement.check.rules.append(.maxAffected(limit)) }
        }
        return statement
    }
}

extension CallPlan {
    /// The main statement of a call (rest.md 7.3).
    func statement(_ preferences: Preferences, isHeadersOnly: Bool) -> MainStatement {
        var statement = MainStatement(source: sql)
        statement.rows = read.sql
        // What a function returns cannot be estimated (rest.md 3.9).
        if preferences.count == .exact || preferences.count == .estimated { statement.countQuery = read.countQuery() }
        let isSet = routine.result.isSet
        if !isSet { statement.pageTotal = "1" }
        if !isHeadersOnly {
            let rows: BodyExpression.Rows =
                switch (isSet, isScalar) {
                case (true, true): .manyScalars
                case (true, false): .many
                case (false, true): .oneScalar
                case (false, false): .one
                }
            statement.body = BodyExpression(format: answer.format, rows: rows).sql
        }
        guard isSet, answer.explain == nil else { return statement }
        if answer.isSingular { statement.check.rules = [.singular] }
        if let limit = preferences.effectiveMaxAffected { statement.check.rules.append(.maxAffected(limit)) }
        return statement
    }
}

extension Preferences {
    /// `max-affected` counts only together with `handling=strict`.
    var effectiveMaxAffected: Int? { handling == .strict ? maxAffected : nil }
}
