/// The rows of one kind that are worth scoring for a user: the first of several lists, most of them in the order of
/// their prior.
///
/// A list does not depend on how the rows are divided into segments, so that every machine finds the same.
package struct Retrieval: ~Copyable {
    /// Each once, in the order of the lists.
    package private(set) var rows: [ItemRow] = []
    private var known = ItemRowSet()
    package let snapshot: CatalogueSnapshot
    /// The code of the rows' kind.
    package let kind: Int
    private let index: PriorIndex
    private let query: CompiledQuery
    private let matcher: RowMatcher
    private let hasNoConditions: Bool
    /// The number of rows that ``addBest(_:)`` found, and their least prior.
    private var (floorCount, floor) = (0, -Float.infinity)
    private let excluded: ExcludedItems

    /// - Parameters:
    ///   - kind: The code of the rows' kind.
    ///   - query: What all rows have to match.
    package init(
        _ index: PriorIndex,
        of kind: Int,
        matching query: CompiledQuery,
        in snapshot: CatalogueSnapshot,
        without excluded: ExcludedItems
    ) {
        self.index = index
        self.kind = kind
        self.query = query
        self.snapshot = snapshot
        self.excluded = excluded
        matcher = RowMatcher(query)
        hasNoConditions = query.hasNoConditions(on: kind)
        rows.reserveCapacity(1_024)
    }

    /// Adds a row if it matches.
    /// - Returns: Whether it is added.
    @discardableResult
    package mutating func add(_ row: ItemRow) -> Bool {
        snapshot.isVisible(row) && matcher.matches(row, in: snapshot) && !excluded.contains(row, in: snapshot)
            && insert(row)
    }

    /// Adds all rows that match, unless more than `limit` may.
    /// - Returns: Whether they are all.
    package mutating func addAll(limit: Int) -> Bool {
        let lists = snapshot.parts.indices.map { SegmentScan(of: snapshot.parts[$0], $0, query).postingList }
        var count = 0
        forEachPartition { segment, _, order in
            count += lists[segment].map { $0.lists.entries(of: $0.code).count } ?? order.rows.count
        }
        if count > limit { return false }
        var found: [ItemRow] = []
        forEachPartition { segment, partition, order in
            let rows = lists[segment].map { $0.lists.rows(of: $0.code) } ?? order.rows[...]
            for row in rows where partition.rows.contains(Int(row)) {
                found.append(ItemRow(segment: segment, row: Int(row)))
            }
        }
        for row in found { add(row) }
        return true
    }

    /// Adds the best rows by prior.
    package mutating func addBest(_ count: Int) {
        var best = BestRows(limit: count)
        find(&best) { _, _ in true }
        insert(best)
        if best.rows.count == count { (floorCount, floor) = (count, best.leastScore) }
    }

    /// Adds the best rows by prior with a text.
    package mutating func addBest(_ count: Int, _ column: ItemScoring.TextColumn, _ text: UInt32) {
        var best = BestRows(limit: count)
        find(&best, ranges: { [$0.range(column.quantized, text: text)] }) { segment, row in
            segment.code(column, of: row, in: segment.kinds[kind]) == text
        }
        insert(best)
    }

    /// Adds the best rows by prior that match a further query, and the best of those that only match a wider one of the
    /// same market.
    package mutating func addBest(
        _ count: Int,
        matching wanted: CompiledQuery,
        _ widerCount: Int,
        _ wider: CompiledQuery
    ) {
        var (best, others) = (BestRows(limit: count), BestRows(limit: widerCount))
        forEachPartition { segment, partition, order in
            guard wanted.filter.includes(partition) else { return }
            let priors = index.segments[segment].priors
            let all = PartitionMatcher(query, partition, in: snapshot.parts[segment].segment, order.codes)
            let wanted = PartitionMatcher(wanted, partition, in: snapshot.parts[segment].segment, order.codes)
            let wider = PartitionMatcher(wider, partition, in: snapshot.parts[segment].segment, order.codes)
            order.visit(all.ranges + wider.ranges) { number in
                let row = Int(order.rows[number])
                let ranked = RankedRow(row: ItemRow(segment: segment, row: row), score: priors[row])
                // The rows that follow come after this one.
                guard best.accepts(ranked, in: snapshot) || others.accepts(ranked, in: snapshot) else { return false }
                if wanted.matches(row, number) {
                    if ranked.score >= best.leastScore, isEligible(ranked.row, number, all) {
                        best.offer(ranked, in: snapshot)
                    }
                } else if ranked.score >= others.leastScore, wider.matches(row, number),
                    isEligible(ranked.row, number, all)
                {
                    others.offer(ranked, in: snapshot)
                }
                return true
            }
        }
        insert(best)
        insert(others)
    }

    /// Adds the rows that are best by the sum of their prior and their nearness to a place, without those whose sum is
    /// less than the prior of as many rows that were added before.
    package mutating func addBest(_ count: Int, near term: ItemScoring.PlaceTerm) {
        var best = BestRows(limit: count)
        let floor = count <= floorCount ? floor : -.infinity
        forEachPartition { segment, partition, order in
            let (priors, places) = (index.segments[segment].priors, partition.places)
            let all = PartitionMatcher(query, partition, in: snapshot.parts[segment].segment, partition.codes)
            let first = partition.rows.lowerBound
            var least: Float { max(floor, best.leastScore) }
            places.search(around: term.center.point) { node, square in
                order.greatest[node] + term.greatestScore(beyond: square) >= least
            } _: { points, square in
                let greatest = term.greatestScore(beyond: square)
                for index in points {
                    let point = Int(order.points[index])
                    let row = Int(places.row(at: point))
                    let prior = priors[row]
                    if prior + greatest < least { break }
                    let place = places.places[point]
                    let meters = term.center.roughDistance(latitude: place.latitude, longitude: place.longitude)
                    let score = prior + term.score(meters: Float(meters))
                    let ranked = RankedRow(row: ItemRow(segment: segment, row: row), score: score)
                    if score >= least, isEligible(ranked.row, row - first, all) { best.offer(ranked, in: snapshot) }
                }
            }
        }
        insert(best)
    }

    // MARK: In the order of the prior

    /// Finds the best rows by prior.
    /// - Parameters:
    ///   - ranges: The codes of the rows, besides those of the query.
    ///   - isWanted: Whether a row of a segment with these codes is one of them.
    @inline(__always)
    private borrowing func find(
        _ best: inout BestRows,
        ranges: (QuantizedColumns) -> [QuantizedColumns.Range] = { _ in [] },
        where isWanted: (Segment, Int) -> Bool
    ) {
        forEachPartition { segment, partition, order in
            let (columns, priors) = (snapshot.parts[segment].segment, index.segments[segment].priors)
            let all = PartitionMatcher(query, partition, in: columns, order.codes)
            order.visit(all.ranges + (order.codes.map(ranges) ?? [])) { number in
                let row = Int(order.rows[number])
                let ranked = RankedRow(row: ItemRow(segment: segment, row: row), score: priors[row])
                // The rows that follow come after this one.
                guard best.accepts(ranked, in: snapshot) else { return false }
                if isWanted(columns, row), isEligible(ranked.row, number, all) { best.offer(ranked, in: snapshot) }
                return true
            }
        }
    }

    @inline(__always)
    private borrowing func forEachPartition(
        _ body: (_ segment: Int, Segment.Partition, SegmentPriors.Partition) -> Void
    ) {
        for segment in index.segments.indices {
            let priors = index.segments[segment]
            for (number, partition) in priors.segment.partitions.enumerated()
            where partition.kind == kind && query.filter.includes(partition) {
                body(segment, partition, priors.partitions[number])
            }
        }
    }

    /// Whether a row in the order of the prior matches.
    /// - Parameter number: Its number in the codes of the matcher.
    @inline(__always)
    private borrowing func isEligible(_ row: ItemRow, _ number: Int, _ matcher: PartitionMatcher) -> Bool {
        let segment = matcher.segment
        guard snapshot.isVisible(row) else { return false }
        if hasNoConditions {
            // The order is of active rows of the kind and the market.
            guard query.now < segment.columns.expiresAt[row.row], segment.columns.hasStarted(row.row, at: query.now)
            else {
                return false
            }
        } else if !matcher.matches(row.row, number) {
            return false
        }
        return !excluded.contains(row, in: snapshot)
    }

    private mutating func insert(_ best: BestRows) {
        for ranked in best.rows { insert(ranked.row) }
    }

    @discardableResult
    private mutating func insert(_ row: ItemRow) -> Bool {
        let isNew = known.insert(row)
        if isNew { rows.append(row) }
        return isNew
    }
}

extension SegmentPriors.Partition {
    /// Visits the numbers of the rows whose codes are in the ranges, the best first, until `visit` returns false.
    @inline(__always)
    fileprivate func visit(_ ranges: [QuantizedColumns.Range], _ visit: (_ number: Int) -> Bool) {
        if let codes, !ranges.isEmpty {
            codes.visit(ranges, rows.indices, visit)
        } else {
            for number in rows.indices where !visit(number) { return }
        }
    }
}

extension ItemScoring.TextColumn {
    /// The column of ``QuantizedColumns``.
    fileprivate var quantized: Int {
        switch self {
        case .brand: QuantizedColumns.brand
        case .category: QuantizedColumns.category
        case .attribute(let index): QuantizedColumns.attributes + index
        }
    }
}

extension ItemScoring.PlaceTerm {
    /// The most that places beyond a squared chord score.
    fileprivate func greatestScore(beyond square: Float) -> Float {
        // A margin for the rough distance, which is within 1% up to 200 km and grows beyond, and for the tree's rounding.
        score(meters: 0.98 * Float(Coordinate.earthRadius) * max(0, square.squareRoot() - 2e-6))
    }
}
