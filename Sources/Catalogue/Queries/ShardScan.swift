/// The scan of one shard by a query. It offers matching rows in the query's order if the shard has it, so that it
/// can end early.
struct ShardScan: ~Copyable {
    let part: CatalogueSnapshot.LiveShard
    let index: Int
    let query: CompiledQuery

    var shard: Shard { part.shard }
    private var filter: CompiledFilter { query.filter }
    private var sort: ItemSort { query.sort }

    func run(_ best: inout TopRows) {
        if let (lists, code) = postingList { return scan(lists, code, isOrdered: sort == .arrival, &best) }
        for number in shard.partitions.indices where filter.includes(shard.partitions[number]) {
            let partition = shard.partitions[number]
            if rows(of: partition).isEmpty { continue }
            if let origin = query.origin {
                if !scanPlaces(of: partition, around: origin, &best) { scan(number, &best) }
            } else if query.area.map({ scanSmallArea($0.area, partition, &best) }) != true {
                scan(number, &best)
            }
        }
    }

    /// The shortest list that contains all rows that match; `nil` if the partitions have to be scanned.
    var postingList: (lists: PostingLists, code: UInt32)? {
        if let collection = filter.collection { return (shard.itemsOfCollection, collection) }
        if let brand = filter.brand { return (shard.itemsOfBrand, brand) }
        return filter.category.map { (shard.itemsOfCategory, $0) }
    }

    // MARK: Partitions

    private func scan(_ number: Int, _ best: inout TopRows) {
        let partition = shard.partitions[number]
        switch sort {
        case .newest:
            visitRows(of: partition, rows(of: partition, after: best.after)) { row, unchecked in
                let key = SortKey.newest(shard.columns.listedAt[row])
                if best.isComplete(before: key) { return false }
                offer(row, partition.kind, key, unchecked: unchecked, &best)
                return true
            }
        case .arrival, .popularity:
            for row in sort == .arrival ? partition.arrivalOrder : part.popularity.ranked[number] {
                guard let primary = primaryKey(Int(row), partition.kind) else { continue }
                let key = key(of: Int(row), primary)
                if best.isComplete(before: key) { return }
                offer(Int(row), partition.kind, key, &best)
            }
        case .price, .attribute, .distance:
            visitRows(of: partition, rows(of: partition)) { row, unchecked in
                if let primary = primaryKey(row, partition.kind) {
                    offer(row, partition.kind, key(of: row, primary), unchecked: unchecked, &best)
                }
                return true
            }
        }
    }

    /// Visits those of the rows that may match, in order, until `visit` returns false.
    /// - Parameter visit: Receives the conditions on attributes that remain to be checked.
    private func visitRows(
        of partition: Shard.Partition,
        _ rows: Range<Int>,
        _ visit: (_ row: Int, _ unchecked: [CompiledFilter.Condition]) -> Bool
    ) {
        if let codes = partition.codes {
            let (ranges, unchecked) = query.ranges(of: codes, kind: partition.kind)
            if !ranges.isEmpty {
                let start = partition.rows.lowerBound
                return codes.visit(ranges, rows.lowerBound - start..<rows.upperBound - start) {
                    visit(start + $0, unchecked)
                }
            }
        }
        let conditions = filter.conditions[partition.kind]
        for row in rows where !visit(row, conditions) { return }
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

    private func scan(_ lists: PostingLists, _ code: UInt32, isOrdered: Bool, _ best: inout TopRows) {
        for entry in lists.entries(of: code) {
            let row = lists.row(at: entry)
            let partition = shard.partition(of: row)
            if isOrdered {
                let key = key(of: row, lists.arrival(at: entry))
                if best.isComplete(before: key) { return }
                if filter.includes(partition) { offer(row, partition.kind, key, &best) }
            } else if filter.includes(partition) {
                offer(row, partition.kind, &best)
            }
        }
    }

    // MARK: Rows

    /// - Parameter unchecked: The conditions on attributes that remain to be checked; `nil` for all.
    private func offer(
        _ row: Int,
        _ kind: Int,
        _ key: SortKey,
        unchecked: [CompiledFilter.Condition]? = nil,
        _ best: inout TopRows
    ) {
        if best.isComplete(before: key) { return }
        let itemRow = ItemRow(shard: index, row: row)
        guard part.live[row], query.matches(shard, row, kind: kind, unchecked ?? filter.conditions[kind]),
            !best.excludes(itemRow)
        else { return }
        best.add(itemRow, key)
    }

    func offer(_ row: Int, _ kind: Int, _ best: inout TopRows) {
        if let primary = primaryKey(row, kind) { offer(row, kind, key(of: row, primary), &best) }
    }

    private func key(of row: Int, _ primary: Int64) -> SortKey {
        SortKey(primary: primary, listedAt: shard.columns.listedAt[row])
    }

    private func primaryKey(_ row: Int, _ kind: Int) -> Int64? {
        switch sort {
        case .newest:
            return ~shard.columns.listedAt[row]
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
            guard let column = query.sortColumns[kind], let number = shard.kinds[kind].number(column, of: row)
            else { return nil }
            return SortKey.number(of: number, order)
        }
    }
}
