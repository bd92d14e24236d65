/// Tests single rows.
package struct RowMatcher {
    private let matchers: [ShardMatcher]

    package init(_ query: CompiledQuery, _ snapshot: CatalogueSnapshot) {
        matchers = snapshot.parts.map { ShardMatcher(query, $0) }
    }

    package func matches(_ row: ItemRow) -> Bool {
        let matcher = matchers[row.shard]
        let partition = matcher.shard.partition(of: row.row)
        return matcher.query.filter.includes(partition) && matcher.matches(row.row, kind: partition.kind)
    }
}

/// Tests rows of one shard, in partitions that a query's filter includes. A class, so that it is not copied.
final class ShardMatcher {
    let shard: Shard
    let query: CompiledQuery
    /// The visible rows that are in the query's collection, if it has one.
    private let rows: RowBitmap

    init(_ query: CompiledQuery, _ part: CatalogueSnapshot.LiveShard) {
        self.query = query
        shard = part.shard
        rows =
            query.filter.collection.map { [shard] in
                let lists = shard.indexes.itemsOfCollection
                let rows = lists.entries(of: $0).lazy.map { lists.row(at: $0) }
                return RowBitmap(rows.filter { part.live[$0] }, of: shard.count)
            } ?? part.live
    }

    func matches(_ row: Int, kind: Int) -> Bool {
        rows[row] && query.matches(shard, row, kind: kind, query.filter.conditions[kind])
    }
}
