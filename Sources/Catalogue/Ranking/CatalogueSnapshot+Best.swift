extension CatalogueSnapshot {
    /// Returns the available items of a query with the highest scores, the best first. The query's order and position
    /// do not matter.
    /// - Parameters:
    ///   - kind: The code of the kind of the items.
    ///   - boosts: What to add to the scores of single rows, each once.
    ///   - filter: Further conditions.
    ///   - now: Unix seconds (UTC).
    package func best(
        _ count: Int,
        by scoring: ItemScoring,
        boosting boosts: [(row: ItemRow, score: Float)] = [],
        of kind: Int,
        matching query: ItemQuery,
        and filter: ItemFilter = ItemFilter(),
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RankedRow] {
        var scan = RankingScan(self, of: kind, by: scoring, boosting: boosts, at: now, without: excluded)
        return scan.best(count, matching: query, and: filter)
    }

    /// Maps the rows that are not replaced or removed, and their ``CatalogueItem/ID/hash``, by segment; others are 0.
    package func mapRows(_ transform: (ItemRow, UInt64) -> UInt8) -> [[UInt8]] {
        parts.indices.map { index in
            let (part, identities) = (parts[index], parts[index].segment.columns.identities)
            return identities.indices.map { row in
                part.live[row] ? transform(ItemRow(segment: index, row: row), identities[row].idHash) : 0
            }
        }
    }

    /// A row's number in a column; NaN for none.
    package func number(_ column: ItemScoring.NumberColumn, of row: ItemRow) -> Double {
        let segment = parts[row.segment].segment
        return segment.number(column, of: row.row, in: segment.kinds[kindCode(of: row)])
    }

    /// A row's text code or flag in a column; 0 for none.
    package func code(_ column: ItemScoring.TextColumn, of row: ItemRow) -> UInt32 {
        let segment = parts[row.segment].segment
        return segment.code(column, of: row.row, in: segment.kinds[kindCode(of: row)])
    }
}
