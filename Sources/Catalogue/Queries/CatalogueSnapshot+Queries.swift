extension CatalogueSnapshot {
    /// The first items that a query asks for and that are on offer.
    /// - Parameters:
    ///   - now: Unix seconds (UTC).
    ///   - limit: How many at most.
    ///   - excluded: Items that are left out.
    /// - Returns: the items in the query's order.
    public func find(
        _ query: ItemQuery,
        at now: Int64,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [FoundItem] {
        guard limit > 0, let filter = CompiledFilter(query, self) else { return [] }
        var best = BestRows(self, limit: limit, after: query.after, without: excluded)
        for index in parts.indices {
            let scan = PartScan(part: parts[index], index: index, filter: filter, sort: query.sort, now: now)
            scan.run(query, &best)
        }
        return best.found
    }

    /// The rows of those of the items that meet the query's conditions and are on offer, in the order given.
    public func rows(
        of ids: [CatalogueItem.ID],
        matching query: ItemQuery,
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [ItemRow] {
        rows(ids.compactMap { row(of: $0) }, matching: query, at: now, without: excluded)
    }

    /// Those of the rows whose items meet the query's conditions and are on offer, in the order given.
    public func rows(
        _ rows: [ItemRow],
        matching query: ItemQuery,
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [ItemRow] {
        guard let filter = CompiledFilter(query, self) else { return [] }
        return rows.filter { row in
            let segment = parts[row.segment].segment
            let partition = segment.partitions[segment.partitionIndex(of: row.row)]
            guard filter.kinds.contains(partition.kind), filter.market == nil || filter.market == partition.market,
                filter.matches(segment, row.row, kind: partition.kind, at: now)
            else { return false }
            if let collection = query.filter.collection, item(row)?.collections.contains(collection) != true {
                return false
            }
            return !excluded.contains(row, in: self)
        }
    }

    /// The currency in which the query compares prices, an ISO 4217 code; `nil` where it compares none, or no item can match.
    public func currency(of query: ItemQuery) -> String? {
        guard let code = CompiledFilter(query, self)?.currency, code != TextCodes.none else { return nil }
        return texts[code]
    }

    /// The place of an item in the order of the query that found it.
    public func position(of item: FoundItem) -> SortPosition {
        SortPosition(primary: item.key.primary, listedAt: item.key.listedAt, id: id(of: item.row))
    }
}

/// A query's work on one segment: it offers the rows that match, in the query's order where the segment has it, so that the scan may
/// end early.
private struct PartScan {
    let part: CatalogueSnapshot.Part
    let index: Int
    let filter: CompiledFilter
    let sort: ItemSort
    let now: Int64

    private var segment: Segment { part.segment }

    func run(_ query: ItemQuery, _ best: inout BestRows) {
        if let collection = filter.collection {
            return scan(segment.itemsOfCollection, collection, isOrdered: sort == .arrival, &best)
        }
        if let brand = filter.brand { return scan(segment.itemsOfBrand, brand, isOrdered: sort == .arrival, &best) }
        if let category = filter.category {
            return scan(segment.itemsOfCategory, category, isOrdered: sort == .arrival, &best)
        }
        if case .distance(let center) = sort { return scanPlaces(around: center, &best) }
        if let area = filter.area, scanSmallArea(area, &best) { return }
        for partition in segment.partitions.indices where isWanted(segment.partitions[partition]) {
            scan(partition, &best, after: query.after)
        }
    }

    private func isWanted(_ partition: Segment.Partition) -> Bool {
        (filter.market == nil || filter.market == partition.market) && filter.kinds.contains(partition.kind)
    }

    // MARK: Partitions

    private func scan(_ number: Int, _ best: inout BestRows, after: SortPosition?) {
        let partition = segment.partitions[number]
        switch sort {
        case .newest:
            for row in firstRow(of: partition, after)..<partition.rows.upperBound {
                let key = SortKey(primary: ~segment.listedAt[row], listedAt: segment.listedAt[row])
                if best.isComplete(before: key) { return }
                offer(row, partition.kind, key, &best)
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
            for row in partition.rows { offer(row, partition.kind, &best) }
        }
    }

    /// The first row of a partition that can stand behind a position in the order of the newest.
    private func firstRow(of partition: Segment.Partition, _ position: SortPosition?) -> Int {
        guard let position else { return partition.rows.lowerBound }
        var (low, high) = (partition.rows.lowerBound, partition.rows.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if segment.listedAt[middle] > position.listedAt { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Lists

    private func scan(_ lists: PostingLists, _ code: UInt32, isOrdered: Bool, _ best: inout BestRows) {
        for entry in lists.entries(of: code) {
            let row = lists.row(at: entry)
            let partition = segment.partitions[segment.partitionIndex(of: row)]
            if isOrdered {
                let key = key(of: row, lists.arrival(at: entry))
                if best.isComplete(before: key) { return }
                if isWanted(partition) { offer(row, partition.kind, key, &best) }
            } else if isWanted(partition) {
                offer(row, partition.kind, &best)
            }
        }
    }

    // MARK: Places

    private func scanPlaces(around center: Coordinate, _ best: inout BestRows) {
        let point = SpatialTree.Point(center, row: 0)
        for kind in filter.kinds {
            // A filter's area around another centre reaches no farther than this one.
            let farthest = filter.area.map { $0.radius + $0.center.distance(to: center) } ?? .infinity
            let reach = SpatialTree.chord(of: farthest)
            segment.places[kind].visit(around: point, reach: reach) { row in
                if let place = segment.place(row), isOfMarket(row) {
                    let number = SortKey.number(ofDistance: center.distance(to: place))
                    offer(row, kind, key(of: row, number), &best)
                }
                guard let last = best.lastKey else { return reach }
                return min(reach, SpatialTree.chord(of: Double(bitPattern: UInt64(bitPattern: last.primary))))
            }
        }
    }

    /// Up to so many places in an area are looked at one by one; more are found sooner in the order asked for.
    private static let smallArea = 2_048

    /// Offers the rows in an area, unless they are many.
    private func scanSmallArea(_ area: Area, _ best: inout BestRows) -> Bool {
        let point = SpatialTree.Point(area.center, row: 0)
        let reach = SpatialTree.chord(of: area.radius)
        var rows: [(row: Int, kind: Int)] = []
        for kind in filter.kinds {
            segment.places[kind].visit(around: point, reach: reach) { row in
                if rows.count > Self.smallArea { return 0 }
                rows.append((row, kind))
                return reach
            }
        }
        if rows.count > Self.smallArea { return false }
        for (row, kind) in rows where isOfMarket(row) { offer(row, kind, &best) }
        return true
    }

    private func isOfMarket(_ row: Int) -> Bool {
        filter.market == nil || filter.market == segment.partitions[segment.partitionIndex(of: row)].market
    }

    // MARK: Rows

    private func offer(_ row: Int, _ kind: Int, _ key: SortKey, _ best: inout BestRows) {
        if let last = best.lastKey, last < key { return }
        guard part.live[row], filter.matches(segment, row, kind: kind, at: now) else { return }
        best.offer(ItemRow(segment: index, row: row), key)
    }

    /// Offers a row by the key that its fields give it; not where it lacks what is sorted by.
    private func offer(_ row: Int, _ kind: Int, _ best: inout BestRows) {
        if let primary = primaryKey(row, kind) { offer(row, kind, key(of: row, primary), &best) }
    }

    private func key(of row: Int, _ primary: Int64) -> SortKey {
        SortKey(primary: primary, listedAt: segment.listedAt[row])
    }

    private func primaryKey(_ row: Int, _ kind: Int) -> Int64? {
        switch sort {
        case .newest:
            return ~segment.listedAt[row]
        case .arrival:
            return PackedItem.arrival(in: segment.packed(row))
        case .popularity:
            let count = part.popularity.counts[row]
            return count == 0 ? nil : ~Int64(count)
        case .price(let order):
            guard segment.prices[row] != PackedItem.noPrice else { return nil }
            return order == .ascending ? segment.prices[row] : ~segment.prices[row]
        case .distance(let center):
            return segment.place(row).map { SortKey.number(ofDistance: center.distance(to: $0)) }
        case .attribute(_, let order):
            guard let column = filter.sortColumns[kind],
                case .numbers(let numbers) = segment.kinds[kind].columns[column]
            else { return nil }
            let number = numbers[row - segment.kinds[kind].rows.lowerBound]
            return number.isNaN ? nil : SortKey.number(of: number, order)
        }
    }
}
