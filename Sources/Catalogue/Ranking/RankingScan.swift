/// The search for the rows with the highest scores.
///
/// Most rows are only looked at by their codes: ``ScoreBounds`` tells the most that each can score. Rows are scored from
/// the highest bounds down, until none that is left can be among the best. The result is the same as if all were scored.
struct RankingScan: ~Copyable {
    private(set) var best: BestRows
    private let snapshot: CatalogueSnapshot
    private let kind: Int
    private let query: CompiledQuery
    private let segments: [SegmentScoring]
    private var wanted: RowMatcher?
    private let unwantedQuery: CompiledQuery?
    private var unwanted: RowMatcher?
    private let excluded: ExcludedItems
    private var matcher: RowMatcher
    private var boosted = ItemRowSet()
    /// The partitions whose rows have bounds.
    private var partitions: [BoundedPartition] = []
    /// The bounds of all partitions in points, one after the other.
    private var points: [Int16] = []
    /// The score of a point.
    private let unit: Float

    private struct BoundedPartition {
        let segment: Int
        let rows: Range<Int>
        /// The place of the first row in ``points``.
        let start: Int
    }

    /// In partitions of fewer rows, and in shorter posting lists, every row is scored.
    private static let leastBounded = 512

    /// - Parameters:
    ///   - wanted: A query that the rows have to match, too.
    ///   - unwanted: A query for rows that are left out.
    init(
        _ count: Int,
        by scoring: ItemScoring,
        of kind: Int,
        _ query: CompiledQuery,
        _ snapshot: CatalogueSnapshot,
        and wanted: CompiledQuery?,
        butNot unwanted: CompiledQuery?,
        without excluded: ExcludedItems
    ) {
        best = BestRows(limit: count)
        self.snapshot = snapshot
        self.kind = kind
        self.query = query
        self.wanted = wanted.map { RowMatcher($0) }
        unwantedQuery = unwanted
        self.unwanted = unwanted.map { RowMatcher($0) }
        self.excluded = excluded
        matcher = RowMatcher(query)
        unit = scoring.unit
        segments = snapshot.parts.indices.map { scoring.ofSegment($0, kind: kind, in: snapshot) }
        bound(by: scoring)
    }

    // MARK: Bounds

    private mutating func bound(by scoring: ItemScoring) {
        var bounded: [(partition: BoundedPartition, codes: QuantizedColumns)] = []
        var end = 0
        for index in snapshot.parts.indices where shortList(in: index) == nil {
            for partition in snapshot.parts[index].segment.partitions where isBounded(partition) {
                guard let codes = partition.codes else { continue }
                bounded.append((BoundedPartition(segment: index, rows: partition.rows, start: end), codes))
                end += codes.wordCount * 8
            }
        }
        points = Array(repeating: 0, count: end)
        for (partition, codes) in bounded {
            let ranges = query.ranges(of: codes, kind: kind).ranges
            let bounds = ScoreBounds(scoring, kind: kind, codes, ranges: ranges)
            let segment = segments[partition.segment]
            bounds.write(
                to: &points,
                from: partition.start,
                partition.rows,
                of: snapshot.parts[partition.segment].segment,
                codes,
                popularity: segment.popularity
            )
            excludeUnwanted(partition, codes)
        }
        partitions = bounded.map(\.partition)
    }

    /// Sets the points of rows that are certainly unwanted to less than any score.
    private mutating func excludeUnwanted(_ partition: BoundedPartition, _ codes: QuantizedColumns) {
        let segment = snapshot.parts[partition.segment].segment
        guard let unwantedQuery, unwantedQuery.filter.includes(segment.partition(of: partition.rows.lowerBound)),
            let ranges = unwantedQuery.certainRanges(of: codes, kind: kind)
        else { return }
        codes.visit(ranges, from: 0) { row in
            let isPadding = row >= partition.rows.count
            if !isPadding, unwantedQuery.hasCurrency(segment, partition.rows.lowerBound + row) {
                points[partition.start + row] = .min
            }
            return true
        }
    }

    private func isBounded(_ partition: Segment.Partition) -> Bool {
        isIncluded(partition) && partition.rows.count >= Self.leastBounded && partition.codes != nil
    }

    private func isIncluded(_ partition: Segment.Partition) -> Bool {
        partition.kind == kind && query.filter.includes(partition)
    }

    /// The rows of a segment in the filter's posting list, if there are few.
    private func shortList(in index: Int) -> [Int]? {
        guard let (lists, code) = SegmentScan(of: snapshot.parts[index], index, query).postingList else { return nil }
        let entries = lists.entries(of: code)
        return entries.count < Self.leastBounded ? entries.map { lists.row(at: $0) } : nil
    }

    /// The greatest score that a row can have without a boost.
    private func bound(of row: ItemRow) -> Float {
        for partition in partitions where partition.segment == row.segment && partition.rows.contains(row.row) {
            return Float(Int(points[partition.start + row.row - partition.rows.lowerBound]) + 1) * unit
        }
        return .infinity
    }

    /// The least points of rows that can be among the best.
    private var leastPoints: Int {
        // One less, since scores are rounded.
        max(0, best.leastScore > 0 ? Int(min(best.leastScore / unit, Float(Int16.max))) - 1 : 0)
    }

    // MARK: Rows

    /// Offers rows with what is added to their scores.
    mutating func offer(_ boosts: [(row: ItemRow, score: Float)]) {
        for (row, boost) in boosts where snapshot.kindCode(of: row) == kind {
            boosted.insert(row)
            if bound(of: row) + boost >= best.leastScore { offer(row, boost: boost) }
        }
    }

    /// Offers all other rows.
    mutating func offerOthers() {
        for index in snapshot.parts.indices {
            if let rows = shortList(in: index) {
                for row in rows { offerIfNotBoosted(ItemRow(segment: index, row: row)) }
                continue
            }
            for partition in snapshot.parts[index].segment.partitions
            where isIncluded(partition) && !isBounded(partition) {
                for row in partition.rows { offerIfNotBoosted(ItemRow(segment: index, row: row)) }
            }
        }
        offerBounded()
    }

    private mutating func offerIfNotBoosted(_ row: ItemRow) {
        if !boosted.contains(row) { offer(row, boost: 0) }
    }

    private mutating func offer(_ row: ItemRow, boost: Float) {
        guard snapshot.parts[row.segment].live[row.row], snapshot.kindCode(of: row) == kind else { return }
        let score = segments[row.segment].score(row.row) + boost
        guard score >= best.leastScore, matcher.matches(row, in: snapshot), !excluded.contains(row, in: snapshot),
            unwanted?.matches(row, in: snapshot) != true, wanted?.matches(row, in: snapshot) != false
        else { return }
        best.offer(RankedRow(row: row, score: score, listedAt: snapshot.listedAt(row)), in: snapshot)
    }

    // MARK: From the highest bounds down

    private mutating func offerBounded() {
        let histogram = PointHistogram(points)
        var (end, count) = (Int(Int16.max) + 1, best.limit)
        while true {
            count *= 3
            let cut = max(leastPoints, histogram.cut(count))
            offerBounded(cut..<end)
            if cut <= leastPoints { return }
            end = cut
        }
    }

    /// Offers the rows with bounds in a range of points.
    private mutating func offerBounded(_ range: Range<Int>) {
        for index in partitions.indices {
            let partition = partitions[index]
            let padded = (partition.rows.count + 7) / 8 * 8
            var block = partition.start
            while block < partition.start + padded {
                let end = min(block + Self.blockSize, partition.start + padded)
                if greatestPoints(block..<end) >= range.lowerBound {
                    for place in block..<end where range.contains(Int(points[place])) {
                        let row = partition.rows.lowerBound + place - partition.start
                        if partition.rows.contains(row), Int(points[place]) >= leastPoints {
                            offerIfNotBoosted(ItemRow(segment: partition.segment, row: row))
                        }
                    }
                }
                block = end
            }
        }
    }

    /// The number of rows that are skipped at a time.
    private static let blockSize = 32

    private func greatestPoints(_ places: Range<Int>) -> Int {
        let span = points.span.extracting(places)
        var greatest = Int16.min
        for index in span.indices { greatest = max(greatest, span[index]) }
        return Int(greatest)
    }
}

/// How many rows have about so many points, from a sample.
private struct PointHistogram {
    private var counts = InlineArray<256, UInt32>(repeating: 0)
    private let step: Int

    private static let binSize = 32
    /// The number of rows per row of the sample; not a multiple of 8, so that it is not of the same bits of words.
    private static let sampleStep = 13

    init(_ points: [Int16]) {
        step = points.count > 4_096 ? Self.sampleStep : 1
        for place in stride(from: 0, to: points.count, by: step) where points[place] >= 0 {
            counts[min(counts.count - 1, Int(points[place]) / Self.binSize)] += 1
        }
    }

    /// The points that about `count` rows have at least; 0 if there are not so many.
    func cut(_ count: Int) -> Int {
        var sum = 0
        for bin in counts.indices.reversed() {
            sum += Int(counts[bin]) * step
            if sum >= count { return bin * Self.binSize }
        }
        return 0
    }
}
