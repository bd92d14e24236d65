/// The scan of one shard by a query. It offers matching rows in the query's order if the shard has it, so that it
/// can end early.
struct ShardScan: ~Copyable {
    let part: CatalogueSnapshot.LiveShard
    let index: Int
    let query: CompiledQuery

    private var shard: Shard { part.shard }
    private var filter: CompiledFilter { query.filter }
    private var sort: ItemSort { query.sort }

    func run(_ best: inout TopRows) {
        if let (lists, code) = filter.postingList(in: shard) { return scan(lists, code, &best) }
        for number in shard.partitions.indices where filter.includes(shard.partitions[number]) {
            let partition = shard.partitions[number]
            if rows(of: partition).isEmpty { continue }
            let isDone =
                if let origin = query.origin {
                    scanPlaces(of: partition, around: origin, &best)
                } else if let area = query.area?.area { scanSmallArea(area, partition, &best) } else { false }
            if !isDone { scan(number, &best) }
        }
    }

    // MARK: Partitions

    private func scan(_ number: Int, _ best: inout TopRows) {
        let partition = shard.partitions[number]
        let (kind, conditions) = (partition.kind, filter.conditions[partition.kind])
        switch sort {
        case .newest:
            visitRows(of: partition, rows(of: partition, after: best.after)) { row in
                let key = SortKey.newest(shard.columns.listedAt[row])
                if best.isComplete(before: key) { return false }
                offer(row, kind, key, conditions, &best)
                return true
            }
        case .arrival, .popularity:
            for row in sort == .arrival ? partition.arrivalOrder : part.popularity.ranked[number] {
                guard let key = key(of: Int(row), kind) else { continue }
                if best.isComplete(before: key) { return }
                offer(Int(row), kind, key, conditions, &best)
            }
        case .price, .attribute, .distance:
            visitRows(of: partition, rows(of: partition)) { row in
                if let key = key(of: row, kind) { offer(row, kind, key, conditions, &best) }
                return true
            }
        }
    }

    /// Visits those of the rows that may match, in order, until `visit` returns false.
    private func visitRows(of partition: Shard.Partition, _ rows: Range<Int>, _ visit: (_ row: Int) -> Bool) {
        let (ranges, start) = (query.ranges(of: partition.codes, kind: partition.kind), partition.rows.lowerBound)
        partition.codes.visit(ranges, rows.lowerBound - start..<rows.upperBound - start) { visit(start + $0) }
    }

    /// The rows of a partition that were listed late enough. Those listed last come first.
    /// - Parameter position: Only rows that may come after it in the order of the newest.
    private func rows(of partition: Shard.Partition, after position: SortPosition? = nil) -> Range<Int> {
        var rows = partition.rows
        if let listedAfter = query.listedAfter {
            rows = rows.lowerBound..<rows.partitioningIndex { shard.columns.listedAt[$0] <= listedAfter }
        }
        guard let position else { return rows }
        return rows.partitioningIndex { shard.columns.listedAt[$0] <= position.listedAt }..<rows.upperBound
    }

    // MARK: Posting lists

    private func scan(_ lists: PostingLists, _ code: UInt32, _ best: inout TopRows) {
        let isOrdered = sort == .arrival
        for entry in lists.entries(of: code) {
            let row = lists.row(at: entry)
            let partition = shard.partition(of: row)
            guard filter.includes(partition) else { continue }
            if isOrdered {
                let key = SortKey(primary: lists.arrival(at: entry), listedAt: shard.columns.listedAt[row])
                if best.isComplete(before: key) { return }
                offer(row, partition.kind, key, filter.conditions[partition.kind], &best)
            } else {
                offer(row, partition.kind, &best)
            }
        }
    }

    // MARK: Rows

    /// - Parameter conditions: Those on attributes of the kind.
    private func offer(
        _ row: Int,
        _ kind: Int,
        _ key: SortKey,
        _ conditions: [CompiledFilter.Condition],
        _ best: inout TopRows
    ) {
        if best.isComplete(before: key) { return }
        let itemRow = ItemRow(shard: index, row: row)
        guard part.live[row], query.matches(shard, row, kind: kind, conditions), !best.excludes(itemRow) else { return }
        best.add(itemRow, key)
    }

    private func offer(_ row: Int, _ kind: Int, _ best: inout TopRows) {
        if let key = key(of: row, kind) { offer(row, kind, key, filter.conditions[kind], &best) }
    }

    /// `nil` if the row has no value to sort by.
    private func key(of row: Int, _ kind: Int) -> SortKey? {
        primary(of: row, kind).map { SortKey(primary: $0, listedAt: shard.columns.listedAt[row]) }
    }

    private func primary(of row: Int, _ kind: Int) -> Int64? {
        switch sort {
        case .newest:
            return ~shard.columns.listedAt[row].seconds
        case .arrival:
            return PackedItem.arrival(in: shard.packed(row))
        case .popularity:
            let count = part.popularity.counts[row]
            return count == 0 ? nil : ~Int64(count)
        case .price(let order):
            guard shard.columns.prices[row] != PackedItem.noPrice else { return nil }
            return order == .ascending ? shard.columns.prices[row] : ~shard.columns.prices[row]
        case .distance:
            guard let place = shard.columns.place(row), let distances = query.origin?.distances else { return nil }
            return SortKey.number(ofDistance: distances.meters(to: place))
        case .attribute(_, let order):
            guard let column = query.sortColumns[kind], let number = shard.values[kind].number(column, of: row)
            else { return nil }
            return SortKey.number(of: number, order)
        }
    }

    /// Offers a partition's rows around a place, until the others are too far away.
    /// - Returns: whether it offered all that may be among the first. If few rows match, a scan is faster.
    private func scanPlaces(
        of partition: Shard.Partition,
        around origin: CompiledQuery.Origin,
        _ best: inout TopRows
    ) -> Bool {
        let tree = partition.places
        var reach = reach(of: origin, best)
        guard tree.isNear(origin.direction, within: reach) else { return true }
        let conditions = query.filter.conditions[partition.kind]
        let least = (best.after?.primary).map { SpatialTree.leastChord(of: SortKey.distance(of: $0)) } ?? 0
        var (limit, offered) = (best.limit + Self.sparePlaces, 0)
        while limit <= Self.mostPlaces {
            var room = InlineArray<192, NearestPoint>(repeating: NearestPoint(0, at: 0))
            var nearest = NearestPoints(limit, in: room.mutableSpan)
            tree.search(around: origin.direction, within: reach * reach) { point, row, square, bound in
                guard square >= least * least, !best.excludes(ItemRow(shard: index, row: Int(row))) else { return }
                nearest.add(NearestPoint(point, at: square))
                if let farthest = nearest.farthest { bound = farthest.square }
            }
            let isLast = nearest.count < limit
            // Reads all places at once: later, the processor would wait for each.
            nearest.removeAll(from: offered) { tree.places[$0.index].expiresAt <= query.now }
            for number in offered..<max(offered, nearest.count) {
                let found = nearest[number]
                if found.square > reach * reach { return true }
                let place = tree.places[found.index]
                let distance = origin.distances.meters(to: place.coordinate)
                let key = SortKey(primary: SortKey.number(ofDistance: distance), listedAt: place.listedAt)
                if let last = best.lastKey, last < key { continue }
                let row = Int(tree.row(at: found.index))
                guard part.live[row], shard.columns.hasStarted(row, at: query.now),
                    origin.isCenter ? distance <= origin.farthest : query.area?.contains(place.coordinate) ?? true,
                    query.matchesAnywhere(shard, row, kind: partition.kind, conditions),
                    best.add(ItemRow(shard: index, row: row), key)
                else { continue }
                reach = self.reach(of: origin, best)
            }
            if isLast { return true }
            (limit, offered) = (limit * 4, limit)
        }
        best.removeRows { $0.shard == index && partition.rows.contains($0.row) }
        return false
    }

    /// The chord beyond which an item is not in the query's area, or not among the nearest so far.
    private func reach(of origin: CompiledQuery.Origin, _ best: borrowing TopRows) -> Float {
        let farthest = best.lastKey.map { SortKey.distance(of: $0.primary) } ?? .infinity
        return SpatialTree.chord(of: min(origin.farthest, farthest))
    }

    /// The number of places to try around a place beyond those that are wanted: some do not match.
    private static let sparePlaces = 4
    /// The most places to try: if few of them match, a scan is faster.
    private static let mostPlaces = 192
    /// Partitions of up to this many rows are scanned by their codes, which is as fast as the spatial tree.
    private static let largePartition = 100_000
    /// The maximum number of places in an area to check one by one; beyond, a scan in the query's order is faster.
    private static let smallArea = 512

    /// Offers a partition's rows in an area, unless a scan is as fast: then returns `false`.
    private func scanSmallArea(_ area: Area, _ partition: Shard.Partition, _ best: inout TopRows) -> Bool {
        if !partition.codes.isEmpty, partition.rows.count <= Self.largePartition { return false }
        let reach = SpatialTree.chord(of: area.radius)
        let rows = partition.places.rows(around: area.center.direction, within: reach, limit: Self.smallArea)
        guard let rows else { return false }
        for row in rows { offer(Int(row), partition.kind, &best) }
        return true
    }
}
