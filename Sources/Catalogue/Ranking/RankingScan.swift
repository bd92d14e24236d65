/// The search for the rows of one kind with the highest scores.
///
/// Most rows are only looked at by their codes: ``CoarsePoints`` and then ``ScoreBounds`` tell the most that each can
/// score. Rows are scored from the highest bounds down, until none that is left can be among the best. The result is the
/// same as if all were scored.
package struct RankingScan: ~Copyable {
    private let snapshot: CatalogueSnapshot
    private let kind: Int
    private let now: Int64
    private let scoring: ItemScoring
    /// The score of a point.
    private let unit: Float
    private let segments: [SegmentScoring]
    private let boosts: [(row: ItemRow, score: Float)]
    private let excluded: ExcludedItems
    /// The partitions of the kind whose rows have bounds, in the order of their rows.
    private var partitions: [BoundedPartition] = []
    /// The greatest points of their rows, one partition after the other.
    private var points = CoarsePoints(count: 0)
    /// The boosted rows, those that can score most first.
    private var boosted: [BoostedRow] = []
    /// The market whose rows have bounds, `.some(nil)` for all.
    private var boundedMarket: UInt32??

    private struct BoundedPartition {
        let segment: Int
        let bounds: ScoreBounds
        /// The place of the first row in ``points``.
        let start: Int

        /// The places of the rows, and of the padding to eight.
        var places: Range<Int> { start..<start + bounds.codes.wordCount * 8 }
    }

    private struct BoostedRow {
        let index: Int
        /// The index of its partition; `nil` if the row has no bound.
        let partition: Int?
        /// The greatest score that it can have.
        let greatest: Float
    }

    /// In partitions of fewer rows, and in shorter posting lists, every row is scored.
    private static let leastBounded = 512

    /// - Parameters:
    ///   - kind: The code of the kind of the items.
    ///   - boosts: What to add to the scores of single rows, each once.
    ///   - now: Unix seconds (UTC).
    package init(
        _ snapshot: CatalogueSnapshot,
        of kind: Int,
        by scoring: ItemScoring,
        boosting boosts: [(row: ItemRow, score: Float)] = [],
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) {
        self.snapshot = snapshot
        self.kind = kind
        self.now = now
        self.scoring = scoring
        unit = scoring.unit
        self.boosts = boosts
        self.excluded = excluded
        segments = snapshot.parts.indices.map { scoring.ofSegment($0, kind: kind, in: snapshot) }
    }

    /// Returns the available items of a query with the highest scores, the best first. The query's order and position
    /// do not matter.
    /// - Parameter filter: Further conditions.
    package mutating func best(
        _ count: Int,
        matching query: ItemQuery,
        and filter: ItemFilter = ItemFilter()
    ) -> [RankedRow] {
        guard count > 0, let compiled = CompiledQuery(query, snapshot, at: now) else { return [] }
        var wanted: CompiledQuery?
        if filter != ItemFilter() {
            wanted = CompiledQuery(ItemQuery(filter: filter), snapshot, at: now)
            if wanted == nil { return [] }
        }
        let unwanted = snapshot.excludedQuery(of: query, at: now)
        var selection = RowSelection(
            count,
            snapshot,
            by: segments,
            matching: compiled,
            and: wanted,
            butNot: unwanted,
            without: excluded
        )
        let lists = snapshot.parts.indices.map { shortList(in: $0, compiled) }
        if boundedMarket != .some(compiled.filter.market), lists.contains(where: { $0 == nil }) {
            bound(in: compiled.filter.market)
        }
        var open = points
        let conditions = partitions.map { partition in
            lists[partition.segment] == nil && compiled.filter.includes(self.partition(of: partition))
                ? CodeConditions(compiled, butNot: unwanted, on: self.partition(of: partition)) : nil
        }
        for (partition, conditions) in zip(partitions, conditions) { conditions?.narrow(&open, at: partition.start) }
        offerBoosted(to: &selection, &open, conditions)
        offerUnbounded(to: &selection, compiled, lists)
        offerBounded(to: &selection, &open, conditions)
        return selection.best.rows
    }

    private func partition(of bounded: BoundedPartition) -> Segment.Partition {
        snapshot.parts[bounded.segment].segment.partition(of: bounded.bounds.rows.lowerBound)
    }

    /// The rows of a segment in the filter's posting list, if there are few.
    private func shortList(in index: Int, _ query: CompiledQuery) -> [Int]? {
        guard let (lists, code) = SegmentScan(of: snapshot.parts[index], index, query).postingList else { return nil }
        let entries = lists.entries(of: code)
        return entries.count < Self.leastBounded ? entries.map { lists.row(at: $0) } : nil
    }

    private func isBounded(_ partition: Segment.Partition) -> Bool {
        partition.rows.count >= Self.leastBounded && partition.codes != nil
    }

    // MARK: Bounds

    /// Finds the bounds of the rows of a market; `nil` for all.
    private mutating func bound(in market: UInt32?) {
        boundedMarket = .some(market)
        partitions = []
        var end = 0
        for index in snapshot.parts.indices {
            let segment = snapshot.parts[index].segment
            for partition in segment.partitions
            where partition.kind == kind && (market == nil || partition.market == market) && isBounded(partition) {
                guard let codes = partition.codes else { continue }
                let bounds = ScoreBounds(scoring, codes, partition.rows, of: segment, segments[index].popularity)
                partitions.append(BoundedPartition(segment: index, bounds: bounds, start: end))
                end += codes.wordCount * 8
            }
        }
        points = CoarsePoints(count: end)
        for partition in partitions { points.write(partition.bounds, at: partition.start) }
        boosted = boosts.indices.map { index in
            let (row, score) = boosts[index]
            let partition = partition(of: row)
            let greatest = partition.flatMap { points.greatestPoints(at: place(of: row, $0)) }
                .map { Float($0 + 1) * unit + score }
            return BoostedRow(index: index, partition: partition, greatest: greatest ?? .infinity)
        }
        boosted.sort { $0.greatest > $1.greatest }
    }

    /// The index of a row's partition; `nil` if the row has no bound.
    private func partition(of row: ItemRow) -> Int? {
        let index = partitions.indices.partitioningIndex { index in
            (partitions[index].segment, partitions[index].bounds.rows.upperBound) > (row.segment, row.row)
        }
        guard index < partitions.count, partitions[index].segment == row.segment,
            partitions[index].bounds.rows.contains(row.row)
        else { return nil }
        return index
    }

    /// The place of a row of a partition in ``points``.
    private func place(of row: ItemRow, _ partition: Int) -> Int {
        partitions[partition].start + row.row - partitions[partition].bounds.rows.lowerBound
    }

    // MARK: Rows

    /// - Parameter conditions: By partition; `nil` where rows are not looked at by their codes.
    private func offerBoosted(
        to selection: inout RowSelection,
        _ open: inout CoarsePoints,
        _ conditions: [CodeConditions?]
    ) {
        if boundedMarket == nil {
            for index in boosts.indices { offerBoosted(index, to: &selection) }
        }
        for boosted in boosted {
            let least = selection.best.leastScore
            guard let partition = boosted.partition else {
                offerBoosted(boosted.index, to: &selection)
                continue
            }
            let (row, boost) = boosts[boosted.index]
            let bounds = partitions[partition].bounds
            let place = row.row - bounds.rows.lowerBound
            open.remove(at: partitions[partition].start + place)
            if boosted.greatest < least || conditions[partition]?.allow(place) == false { continue }
            if Float(bounds.points(of: place) + 1) * unit + boost >= least {
                offerBoosted(boosted.index, to: &selection)
            }
        }
        selection.scoreOffered()
    }

    private func offerBoosted(_ index: Int, to selection: inout RowSelection) {
        let (row, score) = boosts[index]
        if snapshot.kindCode(of: row) == kind { selection.offer(row, RankedRow.Boost(index: index, score: score)) }
    }

    /// Offers the rows of short posting lists and of small partitions.
    private func offerUnbounded(to selection: inout RowSelection, _ query: CompiledQuery, _ lists: [[Int]?]) {
        var isBoosted: ItemRowSet?
        func offer(_ row: Int, _ segment: Int) {
            let row = ItemRow(segment: segment, row: row)
            let boosted = isBoosted ?? ItemRowSet(boosts.map(\.row))
            isBoosted = boosted
            if !boosted.contains(row) { selection.offer(row) }
        }
        for index in snapshot.parts.indices {
            if let rows = lists[index] {
                for row in rows where snapshot.kindCode(of: ItemRow(segment: index, row: row)) == kind {
                    offer(row, index)
                }
                continue
            }
            for partition in snapshot.parts[index].segment.partitions
            where partition.kind == kind && query.filter.includes(partition) && !isBounded(partition) {
                for row in partition.rows { offer(row, index) }
            }
        }
        selection.scoreOffered()
    }

    // MARK: From the highest bounds down

    private func offerBounded(
        to selection: inout RowSelection,
        _ open: inout CoarsePoints,
        _ conditions: [CodeConditions?]
    ) {
        let scanned = partitions.indices.filter { conditions[$0] != nil }
        let histogram = PointHistogram(open, scanned.map { partitions[$0].places })
        var count = selection.best.limit
        while true {
            count *= 3
            let cut = max(histogram.cut(count), leastByte(of: selection))
            for index in scanned {
                let (partition, conditions) = (partitions[index], conditions[index])
                open.take(partition.places, least: cut) { place in
                    let row = place - partition.start
                    guard partition.bounds.points(of: row) >= leastPoints(of: selection),
                        conditions?.allow(row) == true
                    else { return }
                    let first = partition.bounds.rows.lowerBound
                    selection.offer(ItemRow(segment: partition.segment, row: first + row))
                }
            }
            selection.scoreOffered()
            if cut <= leastByte(of: selection) { return }
        }
    }

    /// The least points of rows that can be among the best.
    private func leastPoints(of selection: borrowing RowSelection) -> Int {
        let least = selection.best.leastScore
        // One less, since scores are rounded.
        return max(0, least > 0 ? Int(min(least / unit, Float(Int16.max))) - 1 : 0)
    }

    private func leastByte(of selection: borrowing RowSelection) -> UInt8 {
        CoarsePoints.byte(ofPoints: leastPoints(of: selection))
    }
}
