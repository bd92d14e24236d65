/// The scan of one segment by a query. It offers matching rows in the query's order if the segment has it, so that it
/// can end early.
struct SegmentScan: ~Copyable {
    private let part: CatalogueSnapshot.Part
    private let segment: Segment
    private let index: Int
    private let query: CompiledQuery
    private let filter: CompiledFilter
    private let sort: ItemSort

    init(of part: CatalogueSnapshot.Part, _ index: Int, _ query: CompiledQuery) {
        self.part = part
        self.index = index
        self.query = query
        filter = query.filter
        sort = query.sort
        segment = part.segment
    }

    func run(after position: SortPosition?, _ best: inout TopRows) {
        if let collection = filter.collection {
            return scan(segment.itemsOfCollection, collection, isOrdered: sort == .arrival, &best)
        }
        if let brand = filter.brand { return scan(segment.itemsOfBrand, brand, isOrdered: sort == .arrival, &best) }
        if let category = filter.category {
            return scan(segment.itemsOfCategory, category, isOrdered: sort == .arrival, &best)
        }
        for number in segment.partitions.indices where filter.includes(segment.partitions[number]) {
            let partition = segment.partitions[number]
            if case .distance(let center) = sort {
                scanPlaces(number, around: center, &best)
            } else if query.area.map({ scanSmallArea($0.area, partition, &best) }) != true {
                scan(number, &best, after: position)
            }
        }
    }

    // MARK: Partitions

    private func scan(_ number: Int, _ best: inout TopRows, after: SortPosition?) {
        let partition = segment.partitions[number]
        switch sort {
        case .newest:
            visitRows(of: partition, from: firstRow(of: partition, after)) { row, unchecked in
                let key = SortKey.newest(segment.columns.listedAt[row])
                if best.isComplete(before: key) { return false }
                offer(row, partition.kind, unchecked, key, &best)
                return true
            }
        case .arrival:
            for row in partition.arrivalOrder {
                let key = key(of: Int(row), PackedItem.arrival(in: segment.packed(Int(row))))
                if best.isComplete(before: key) { return }
                offer(Int(row), partition.kind, key, &best)
            }
        case .popularity:
            for row in part.popularity.ranked[number] {
                let key = key(of: Int(row), ~Int64(part.popularity.counts[Int(row)]))
                if best.isComplete(before: key) { return }
                offer(Int(row), partition.kind, key, &best)
            }
        case .price, .attribute, .distance:
            visitRows(of: partition, from: partition.rows.lowerBound) { row, unchecked in
                if let primary = primaryKey(row, partition.kind) {
                    offer(row, partition.kind, unchecked, key(of: row, primary), &best)
                }
                return true
            }
        }
    }

    /// Visits the rows of a partition that may match, in order, until `visit` returns false.
    /// - Parameter visit: Receives the conditions on attributes that remain to be checked.
    private func visitRows(
        of partition: Segment.Partition,
        from first: Int,
        _ visit: (_ row: Int, _ unchecked: [CompiledFilter.Condition]) -> Bool
    ) {
        if let codes = partition.codes {
            let (ranges, unchecked) = query.ranges(of: codes, kind: partition.kind)
            if !ranges.isEmpty {
                let start = partition.rows.lowerBound
                return codes.visit(ranges, from: first - start) { visit(start + $0, unchecked) }
            }
        }
        let conditions = filter.conditions[partition.kind]
        for row in first..<partition.rows.upperBound where !visit(row, conditions) { return }
    }

    /// The first row of a partition that may come after a position in the order of the newest.
    private func firstRow(of partition: Segment.Partition, _ position: SortPosition?) -> Int {
        guard let position else { return partition.rows.lowerBound }
        return partition.rows.partitioningIndex { segment.columns.listedAt[$0] <= position.listedAt }
    }

    // MARK: Posting lists

    private func scan(_ lists: PostingLists, _ code: UInt32, isOrdered: Bool, _ best: inout TopRows) {
        for entry in lists.entries(of: code) {
            let row = lists.row(at: entry)
            let partition = segment.partition(of: row)
            if isOrdered {
                let key = key(of: row, lists.arrival(at: entry))
                if best.isComplete(before: key) { return }
                if filter.includes(partition) { offer(row, partition.kind, key, &best) }
            } else if filter.includes(partition) {
                offer(row, partition.kind, &best)
            }
        }
    }

    // MARK: Places

    /// Offers a partition's rows around a place, until the others are too far away.
    private func scanPlaces(_ number: Int, around center: Coordinate, _ best: inout TopRows) {
        let partition = segment.partitions[number]
        // Contains the query's area, which may have another centre.
        let farthest = query.area.map { $0.area.radius + $0.area.center.distance(to: center) } ?? .infinity
        var reach = min(SpatialTree.chord(of: farthest), reach(of: best))
        let distances = DistanceCalculator(from: center)
        let point = center.point
        let before = best.found
        var (count, offered) = (best.limit + Self.sparePlaces, 0)
        while count <= Self.mostPlaces {
            let nearest = partition.places.nearest(count, to: point, within: reach) {
                !best.excludes(ItemRow(segment: index, row: Int($0)))
            }
            for found in nearest.dropFirst(offered) {
                if found.square > reach * reach { return }
                let place = partition.places.places[found.index]
                let distance = distances.meters(latitude: place.latitude, longitude: place.longitude)
                let key = SortKey(primary: SortKey.number(ofDistance: distance), listedAt: place.listedAt)
                if let last = best.lastKey, last < key { continue }
                let row = Int(partition.places.row(at: found.index))
                guard query.now < place.expiresAt, part.live[row],
                    query.matchesIfAvailable(segment, row, kind: partition.kind, filter.conditions[partition.kind]),
                    best.offer(ItemRow(segment: index, row: row), key)
                else { continue }
                reach = min(reach, self.reach(of: best))
            }
            if nearest.count < count { return }
            (count, offered) = (count * 4, count)
        }
        best.reset(to: before)
        scan(number, &best, after: nil)
    }

    /// The chord beyond which an item is not among the nearest so far.
    private func reach(of best: TopRows) -> Float {
        best.lastKey.map { SpatialTree.chord(of: Double(bitPattern: UInt64(bitPattern: $0.primary))) } ?? .infinity
    }

    /// The number of places to try around a place beyond those that are wanted: some do not match.
    private static let sparePlaces = 4
    /// The most places to try: if few of them match, a scan is faster.
    private static let mostPlaces = 1_024
    /// Partitions of up to this many rows are scanned by their codes, which is as fast as the spatial tree.
    private static let largePartition = 100_000
    /// The maximum number of places in an area to check one by one; beyond, a scan in the query's order is faster.
    private static let smallArea = 512

    /// Offers a partition's rows in an area, unless a scan is as fast.
    /// - Returns: whether it offered them.
    private func scanSmallArea(_ area: Area, _ partition: Segment.Partition, _ best: inout TopRows) -> Bool {
        if partition.codes != nil, partition.rows.count <= Self.largePartition { return false }
        let reach = SpatialTree.chord(of: area.radius)
        let rows = partition.places.rows(around: area.center.point, within: reach, limit: Self.smallArea)
        guard let rows else { return false }
        for row in rows { offer(Int(row), partition.kind, &best) }
        return true
    }

    // MARK: Rows

    private func offer(_ row: Int, _ kind: Int, _ key: SortKey, _ best: inout TopRows) {
        offer(row, kind, filter.conditions[kind], key, &best)
    }

    /// Offers a row that meets all conditions on attributes except for the unchecked ones.
    private func offer(
        _ row: Int,
        _ kind: Int,
        _ unchecked: [CompiledFilter.Condition],
        _ key: SortKey,
        _ best: inout TopRows
    ) {
        if let last = best.lastKey, last < key { return }
        guard part.live[row], query.matches(segment, row, kind: kind, unchecked) else { return }
        best.offer(ItemRow(segment: index, row: row), key)
    }

    /// Offers a row by its sort key, if it has one.
    private func offer(_ row: Int, _ kind: Int, _ best: inout TopRows) {
        if let primary = primaryKey(row, kind) { offer(row, kind, key(of: row, primary), &best) }
    }

    private func key(of row: Int, _ primary: Int64) -> SortKey {
        SortKey(primary: primary, listedAt: segment.columns.listedAt[row])
    }

    private func primaryKey(_ row: Int, _ kind: Int) -> Int64? {
        switch sort {
        case .newest:
            return ~segment.columns.listedAt[row]
        case .arrival:
            return PackedItem.arrival(in: segment.packed(row))
        case .popularity:
            let count = part.popularity.counts[row]
            return count == 0 ? nil : ~Int64(count)
        case .price(let order):
            guard segment.columns.prices[row] != PackedItem.noPrice else { return nil }
            return order == .ascending ? segment.columns.prices[row] : ~segment.columns.prices[row]
        case .distance(let center):
            return segment.place(row).map { SortKey.number(ofDistance: center.distance(to: $0)) }
        case .attribute(_, let order):
            guard let column = query.sortColumns[kind],
                case .numbers(let numbers) = segment.kinds[kind].columns[column]
            else { return nil }
            let number = numbers[row - segment.kinds[kind].rows.lowerBound]
            return number.isNaN ? nil : SortKey.number(of: number, order)
        }
    }
}
