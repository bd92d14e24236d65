/// The rows of one kind that are worth scoring for a user: the first of several lists, most of them in the order of
/// their prior.
///
/// A list does not depend on how the rows are divided into shards, so that every machine finds the same.
package struct Retrieval: ~Copyable {
    /// Each once, in the order of the lists.
    package private(set) var rows: [ItemRow] = []
    private var known = ItemRowSet()
    package let snapshot: CatalogueSnapshot
    /// The code of the rows' kind.
    package let kind: Int
    private let query: CompiledQuery
    private let partitions: [PriorPartition]
    /// What ``addBest(_:)`` found, with their priors.
    private var bestByPrior: [RankedRow] = []
    private let excluded: ExcludedItems

    package init(
        _ index: PriorIndex,
        of kind: Int,
        matching query: CompiledQuery,
        in snapshot: CatalogueSnapshot,
        without excluded: ExcludedItems
    ) {
        self.kind = kind
        self.query = query
        self.snapshot = snapshot
        self.excluded = excluded
        partitions = index.shards.indices.flatMap { number in
            let (priors, part) = (index.shards[number], snapshot.parts[number])
            return zip(part.shard.partitions, priors.partitions).compactMap { partition, order in
                partition.kind == kind && query.filter.includes(partition)
                    ? PriorPartition(number, part, partition, order, query) : nil
            }
        }
        rows.reserveCapacity(1_024)
        known.reserveCapacity(1_024)
    }

    @discardableResult
    package mutating func add(_ row: ItemRow) -> Bool {
        guard let index = partitions.firstIndex(where: { $0.contains(row) }) else { return false }
        return partitions[index].matches(row) && !excluded.contains(row, in: snapshot) && insert(row)
    }

    /// Adds all rows that match, unless more than `limit` may.
    /// - Returns: Whether they are all.
    package mutating func addAll(limit: Int) -> Bool {
        let lists = snapshot.parts.indices.map {
            ShardScan(part: snapshot.parts[$0], index: $0, query: query).postingList
        }
        let count = partitions.reduce(0) { sum, partition in
            sum + (lists[partition.shard].map { $0.lists.entries(of: $0.code).count } ?? partition.order.rows.count)
        }
        if count > limit { return false }
        for partition in partitions {
            let rows = lists[partition.shard].map { $0.lists.rows(of: $0.code) } ?? partition.order.rows[...]
            for row in rows where partition.partition.rows.contains(Int(row)) {
                add(ItemRow(shard: partition.shard, row: Int(row)))
            }
        }
        return true
    }

    package mutating func addBest(_ count: Int) {
        var best = BestRows(limit: count)
        for partition in partitions {
            partition.offerBest(to: &best, in: snapshot) { [snapshot] in !excluded.contains($0, in: snapshot) }
        }
        bestByPrior = insert(&best)
    }

    package mutating func addBest(_ count: Int, _ column: ItemScoring.TextColumn, _ text: UInt32) {
        var best = BestRows(limit: count)
        for partition in partitions {
            let (values, codes) = (partition.part.shard.values[kind], partition.order.codes)
            let ranges = codes.map { [$0.range(column.ofCodes, text: text)] } ?? []
            partition.offerBest(to: &best, having: ranges, in: snapshot) {
                values.code(column, of: $0.row) == text && !excluded.contains($0, in: snapshot)
            }
        }
        insert(&best)
    }

    /// Adds the best rows by prior that match a further query, but not another one of the same kinds and market.
    package mutating func addBest(_ count: Int, matching wanted: CompiledQuery, butNot known: CompiledQuery? = nil) {
        var best = BestRows(limit: count)
        for partition in partitions where wanted.filter.includes(partition.partition) {
            let (rows, part) = (partition.partition, partition.part)
            let wanted = PartitionMatcher(wanted, rows, in: part, partition.order.codes)
            let known = known.map { PartitionMatcher($0, rows, in: part) }
            partition.offerBest(to: &best, having: wanted.ranges, in: snapshot) {
                wanted.matches($0.row) && known?.matches($0.row) != true && !excluded.contains($0, in: snapshot)
            }
        }
        insert(&best)
    }

    /// Adds the rows that are best by the sum of their prior and their nearness to a place, without those whose sum is
    /// less than that of as many rows that ``addBest(_:)`` found.
    package mutating func addBest(_ count: Int, near term: ItemScoring.PlaceTerm) {
        let sums = bestByPrior.map { ranked in
            let direction = snapshot.parts[ranked.row.shard].shard.values[kind].direction(of: ranked.row.row)
            return direction.x.isNaN ? ranked.score : ranked.score + term.score(of: direction)
        }
        let floor = count > sums.count ? -.infinity : sums.min() ?? -.infinity
        var best = BestRows(limit: count)
        for partition in partitions {
            partition.offerBest(to: &best, near: term, from: floor, in: snapshot, without: excluded)
        }
        insert(&best)
    }

    /// - Returns: The best rows, in no order.
    @discardableResult
    private mutating func insert(_ best: inout BestRows) -> [RankedRow] {
        let found = best.rows(in: snapshot)
        for ranked in found { insert(ranked.row) }
        return found
    }

    @discardableResult
    private mutating func insert(_ row: ItemRow) -> Bool {
        let isNew = known.insert(row)
        if isNew { rows.append(row) }
        return isNew
    }
}
