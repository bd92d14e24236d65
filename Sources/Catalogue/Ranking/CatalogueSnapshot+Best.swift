extension CatalogueSnapshot {
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
