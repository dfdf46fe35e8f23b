/// What spreads do to the levels around them (rest.md 4.12, 5).
extension ReadPlan {
    /// The columns that a spread of this level shows to its parent, in order.
    var outputColumns: [SpreadColumn] {
        columns.map { SpreadColumn(name: $0.outputName) }
            + embeds.flatMap { embed -> [SpreadColumn] in
                if embed.isSpread { return embed.spreadColumns.map { SpreadColumn(name: $0.outputName) } }
                return embed.isEmpty ? [] : [SpreadColumn(name: embed.key)]
            }
    }

    /// True when this level aggregates, by itself or through its to-one spreads.
    var hasOwnAggregate: Bool {
        columns.contains { $0.aggregate != nil }
            || embeds.contains { $0.isSpread && ($0.spreadColumns.contains { $0.aggregate != nil } || $0.plan.hasOwnAggregate) }
    }
}

extension EmbedPlan {
    /// Fills ``spreadColumns`` of a to-one spread: aggregates leave the subquery, which then selects their raw columns under
    /// names of their own, and wait for the nearest level that is no to-one spread.
    mutating func liftAggregates() {
        var lifted: [SpreadColumn] = []
        for index in plan.columns.indices {
            let column = plan.columns[index]
            guard let aggregate = column.aggregate else {
                lifted.append(SpreadColumn(name: column.outputName))
                continue
            }
            let name = "pgrst_aggregate_\(index)"
            plan.columns[index].aggregate = nil
            plan.columns[index].aggregateCast = nil
            plan.columns[index].alias = name
            // What count() counts: as columns, those of the row would get mixed up with the ones selected beside it.
            plan.columns[index].isWholeRow = column.field.isStar
            lifted.append(SpreadColumn(name: name, aggregate: aggregate, aggregateCast: column.aggregateCast, alias: column.alias))
        }
        for index in plan.embeds.indices {
            let embed = plan.embeds[index]
            guard embed.isSpread else {
                if !embed.isEmpty { lifted.append(SpreadColumn(name: embed.key)) }
                continue
            }
            for inner in embed.spreadColumns.indices {
                let column = embed.spreadColumns[inner]
                guard embed.isToOne, let aggregate = column.aggregate else {
                    lifted.append(SpreadColumn(name: column.outputName))
                    continue
                }
                // Passed through this level raw, under a name of its own.
                let name = "pgrst_aggregate_\(index)_\(inner)"
                plan.embeds[index].spreadColumns[inner] = SpreadColumn(name: column.name, alias: name)
                lifted.append(SpreadColumn(name: name, aggregate: aggregate, aggregateCast: column.aggregateCast, alias: column.alias))
            }
        }
        spreadColumns = lifted
    }
}
