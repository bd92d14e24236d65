extension CatalogueSnapshot {
    /// The number of first shards that an earlier snapshot has, too.
    package func sharedShards(with former: CatalogueSnapshot) -> Int {
        zip(parts, former.parts).prefix { $0.shard === $1.shard }.count
    }

    /// Whether the row is not replaced or removed.
    package func isVisible(_ row: ItemRow) -> Bool { parts[row.shard].live[row.row] }

    /// Maps the rows that are not replaced or removed, and their ``CatalogueItem/ID/hash``, by shard; others are 0.
    package func mapRows(from first: Int, _ transform: (ItemRow, UInt64) -> UInt8) -> [[UInt8]] {
        parts.indices.dropFirst(first).map { index in
            let (part, identities) = (parts[index], parts[index].shard.columns.identities)
            return identities.indices.map { row in
                part.live[row] ? transform(ItemRow(shard: index, row: row), identities[row].idHash) : 0
            }
        }
    }

    /// A row's number in a column; NaN for none.
    package func number(_ column: ItemScoring.NumberColumn, of row: ItemRow) -> Float {
        parts[row.shard].shard.columns.values[kindCode(of: row)].number(column, of: row.row)
    }

    /// A row's text code or flag in a column; 0 for none.
    package func code(_ column: ItemScoring.TextColumn, of row: ItemRow) -> UInt32 {
        parts[row.shard].shard.columns.values[kindCode(of: row)].code(column, of: row.row)
    }
}
