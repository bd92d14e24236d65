/// The best of the rows that match a query. They are scored in groups, so that each column is looked up once for many.
struct RowSelection: ~Copyable {
    private(set) var best: BestRows
    private let snapshot: CatalogueSnapshot
    private let segments: [SegmentScoring]
    private let excluded: ExcludedItems
    private var matcher: RowMatcher
    private var wanted: RowMatcher?
    private var unwanted: RowMatcher?
    /// The rows to score, all of one segment.
    private var rows: [Int] = []
    private var segment = 0
    private var boosts: [RankedRow.Boost?] = []
    private var scores = Array(repeating: 0 as Float, count: groupSize)

    private static let groupSize = 16

    /// - Parameters:
    ///   - wanted: A query that the rows have to match, too.
    ///   - unwanted: A query for rows that are left out.
    init(
        _ count: Int,
        _ snapshot: CatalogueSnapshot,
        by segments: [SegmentScoring],
        matching query: CompiledQuery,
        and wanted: CompiledQuery?,
        butNot unwanted: CompiledQuery?,
        without excluded: ExcludedItems
    ) {
        best = BestRows(limit: count)
        self.snapshot = snapshot
        self.segments = segments
        self.excluded = excluded
        matcher = RowMatcher(query)
        self.wanted = wanted.map { RowMatcher($0) }
        self.unwanted = unwanted.map { RowMatcher($0) }
        rows.reserveCapacity(Self.groupSize)
        boosts.reserveCapacity(Self.groupSize)
    }

    /// Offers a row, now or with the next ones.
    /// - Parameter row: A row of the kind that the segments are scored for.
    mutating func offer(_ row: ItemRow, _ boost: RankedRow.Boost? = nil) {
        guard snapshot.parts[row.segment].live[row.row] else { return }
        if rows.count == Self.groupSize || row.segment != segment { scoreOffered() }
        segment = row.segment
        rows.append(row.row)
        boosts.append(boost)
    }

    /// Scores the rows that were offered. Few are among the best, and only these are matched.
    mutating func scoreOffered() {
        if rows.isEmpty { return }
        let (rows, scoring) = (rows, segments[segment])
        var span = scores.mutableSpan
        scoring.score(rows.span, &span)
        for index in rows.indices {
            let row = ItemRow(segment: segment, row: rows[index])
            let score = scores[index] + (boosts[index]?.score ?? 0)
            guard score >= best.leastScore, matches(row) else { continue }
            let ranked = RankedRow(
                row: row,
                score: score,
                listedAt: snapshot.listedAt(row),
                boost: boosts[index]?.index
            )
            best.offer(ranked, in: snapshot)
        }
        self.rows.removeAll(keepingCapacity: true)
        boosts.removeAll(keepingCapacity: true)
    }

    private mutating func matches(_ row: ItemRow) -> Bool {
        matcher.matches(row, in: snapshot) && !excluded.contains(row, in: snapshot)
            && unwanted?.matches(row, in: snapshot) != true && wanted?.matches(row, in: snapshot) != false
    }
}
