/// What the codes of a partition's rows tell of a query.
struct CodeConditions {
    private let codes: QuantizedColumns
    /// The codes of rows that may match.
    private let wanted: [QuantizedColumns.Range]
    /// The codes of rows that are certainly left out; `nil` if codes cannot tell.
    private let unwanted: [QuantizedColumns.Range]?

    /// `nil` if the partition has no codes.
    /// - Parameter unwanted: A query for rows that are left out.
    init?(_ query: CompiledQuery, butNot unwanted: CompiledQuery?, on partition: Segment.Partition) {
        guard let codes = partition.codes else { return nil }
        self.codes = codes
        wanted = query.ranges(of: codes, kind: partition.kind).ranges
        guard let unwanted, unwanted.filter.includes(partition),
            unwanted.currency == TextDictionary.none || unwanted.currency == codes.onlyCurrency
        else {
            self.unwanted = nil
            return
        }
        self.unwanted = unwanted.certainRanges(of: codes, kind: partition.kind)
    }

    /// Removes rows that do not match.
    /// - Parameter start: The place of the partition's first row.
    func narrow(_ points: inout CoarsePoints, at start: Int) {
        points.keep(wanted, of: codes, at: start)
        if let unwanted { points.remove(unwanted, of: codes, at: start) }
    }

    /// Whether a row, which counts from 0 within the partition, may match.
    func allow(_ row: Int) -> Bool {
        if !codes.contains(row, wanted) { return false }
        guard let unwanted else { return true }
        return !codes.contains(row, unwanted)
    }
}
