/// Tests single rows, fast for consecutive rows of one partition. A class, so that it can remember the last one.
package final class RowMatcher {
    private let query: CompiledQuery
    /// The segment's index, the rows and the matcher of the last row's partition.
    private var segment = -1
    private var rows = 0..<0
    private var matcher: PartitionMatcher?

    package init(_ query: CompiledQuery) { self.query = query }

    package func matches(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        if row.segment != segment || !rows.contains(row.row) {
            let segment = snapshot.parts[row.segment].segment
            let partition = segment.partition(of: row.row)
            let isWanted = query.filter.includes(partition)
            matcher = isWanted ? PartitionMatcher(query, partition, in: segment, partition.codes) : nil
            (self.segment, rows) = (row.segment, partition.rows)
        }
        return matcher?.matches(row.row, row.row - rows.lowerBound) == true
    }
}

/// Tests rows of one partition of a query's kinds and market. A class, so that it is not copied.
final class PartitionMatcher {
    let segment: Segment
    /// Codes that the rows have; empty if they have no codes.
    let ranges: [QuantizedColumns.Range]
    private let query: CompiledQuery
    private let kind: Int
    private let codes: QuantizedColumns?
    /// The conditions that codes do not decide.
    private let unchecked: [CompiledFilter.Condition]
    /// The rows of the segment in the query's collection.
    private let members: RowBitmap?

    /// - Parameter codes: The codes of the rows, in any order.
    init(_ query: CompiledQuery, _ partition: Segment.Partition, in segment: Segment, _ codes: QuantizedColumns?) {
        self.query = query
        self.segment = segment
        self.codes = codes
        kind = partition.kind
        (ranges, unchecked) =
            codes.map { query.ranges(of: $0, kind: partition.kind) }
            ?? ([], query.filter.conditions[partition.kind])
        members = query.filter.collection.map {
            RowBitmap(segment.itemsOfCollection.rows(of: $0), of: segment.count)
        }
    }

    /// - Parameter number: The row's number in the codes.
    func matches(_ row: Int, _ number: Int) -> Bool {
        if let codes, !codes.contains(number, ranges) { return false }
        if let members, !members[row] { return false }
        return query.matches(segment, row, kind: kind, unchecked)
    }
}
