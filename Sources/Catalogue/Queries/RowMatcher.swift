/// Tests single rows, fast for consecutive rows of one partition.
package struct RowMatcher: ~Copyable {
    private let query: CompiledQuery
    private let snapshot: CatalogueSnapshot
    /// `nil` for partitions whose rows do not match.
    private var matchers: [ObjectIdentifier: PartitionMatcher?] = [:]
    /// The shard's index, the rows and the matcher of the last row's partition.
    private var shard = -1
    private var rows = 0..<0
    private var matcher: PartitionMatcher?

    package init(_ query: CompiledQuery, _ snapshot: CatalogueSnapshot) {
        self.query = query
        self.snapshot = snapshot
    }

    package mutating func matches(_ row: ItemRow) -> Bool {
        if row.shard != shard || !rows.contains(row.row) { findMatcher(of: row) }
        return matcher?.matches(row.row) == true
    }

    private mutating func findMatcher(of row: ItemRow) {
        let part = snapshot.parts[row.shard]
        let partition = part.shard.partition(of: row.row)
        (shard, rows) = (row.shard, partition.rows)
        if let known = matchers[ObjectIdentifier(partition)] {
            matcher = known
        } else {
            matcher = query.filter.includes(partition) ? PartitionMatcher(query, partition, in: part) : nil
            matchers[ObjectIdentifier(partition)] = .some(matcher)
        }
    }
}

/// Tests rows of one partition of a query's kinds and market. A class, so that it is not copied.
final class PartitionMatcher {
    private let query: CompiledQuery
    private let shard: Shard
    private let kind: Int
    /// The visible rows of the shard that are in the query's collection, if it has one.
    private let rows: RowBitmap
    let ranges: [QuantizedColumns.Range]
    /// The conditions that codes do not decide.
    private let unchecked: [CompiledFilter.Condition]

    /// - Parameter codes: Codes of the tested rows, all of which are in ``ranges``.
    init(
        _ query: CompiledQuery,
        _ partition: Shard.Partition,
        in part: CatalogueSnapshot.LiveShard,
        _ codes: QuantizedColumns? = nil
    ) {
        shard = part.shard
        self.query = query
        kind = partition.kind
        (ranges, unchecked) =
            codes.map { query.ranges(of: $0, kind: partition.kind) }
            ?? ([], query.filter.conditions[partition.kind])
        rows =
            query.filter.collection.map { [shard] in
                let rows = shard.itemsOfCollection.rows(of: $0).lazy.filter { part.live[Int($0)] }
                return RowBitmap(rows, of: shard.count)
            } ?? part.live
    }

    func matches(_ row: Int) -> Bool {
        rows[row] && query.matches(shard, row, kind: kind, unchecked)
    }
}
