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
            let matcher = ShardMatcher(query, snapshot.parts[number])
            return index.shards[number].partitions
                .filter { $0.partition.kind == kind && query.filter.includes($0.partition) }
                .map { PriorPartition($0, ofShard: number, matcher) }
        }
        rows.reserveCapacity(1_024)
        known.reserveCapacity(1_024)
    }

    @discardableResult
    package mutating func add(_ row: ItemRow) -> Bool {
        guard let index = partitions.firstIndex(where: { $0.contains(row) }) else { return false }
        return partitions[index].matches(row.row) && !excluded.contains(row, in: snapshot) && insert(row)
    }

    /// Adds all rows that match, unless more than `limit` may.
    /// - Returns: Whether they are all.
    package mutating func addAll(limit: Int) -> Bool {
        let lists = partitions.map { query.filter.postingList(in: $0.matcher.shard) }
        let count = zip(partitions, lists).reduce(0) { sum, next in
            sum + (next.1.map { $0.lists.entries(of: $0.code).count } ?? next.0.order.rows.count)
        }
        if count > limit { return false }
        for (partition, list) in zip(partitions, lists) {
            func add(_ row: Int) {
                if partition.partition.rows.contains(row) { self.add(ItemRow(shard: partition.shard, row: row)) }
            }
            if let (lists, code) = list {
                for entry in lists.entries(of: code) { add(lists.row(at: entry)) }
            } else {
                for row in partition.order.rows { add(Int(row)) }
            }
        }
        return true
    }

    package mutating func addBest(_ count: Int) {
        var best = BestRows(limit: count)
        for partition in partitions { partition.offerBest(to: &best, in: snapshot, without: excluded) }
        bestByPrior = insert(&best)
    }

    package mutating func addBest(_ count: Int, _ column: ItemScoring.TextColumn, _ text: UInt32) {
        var best = BestRows(limit: count)
        for partition in partitions {
            let values = partition.matcher.shard.values[kind]
            let range = QuantizedColumns.range(column.ofCodes, text: text)
            partition.offerBest(to: &best, having: [range], in: snapshot, without: excluded) {
                values.code(column, of: $0) == text
            }
        }
        insert(&best)
    }

    /// Adds the best rows by prior that match a further query, but not another one of the same kinds and market.
    package mutating func addBest(_ count: Int, matching wanted: CompiledQuery, butNot known: CompiledQuery? = nil) {
        var best = BestRows(limit: count)
        for partition in partitions where wanted.filter.includes(partition.partition) {
            let (ranges, part) = (wanted.ranges(of: partition.order.codes, kind: kind), snapshot.parts[partition.shard])
            let (wanted, known) = (ShardMatcher(wanted, part), known.map { ShardMatcher($0, part) })
            partition.offerBest(to: &best, having: ranges, in: snapshot, without: excluded) {
                wanted.matches($0, kind: kind) && known?.matches($0, kind: kind) != true
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
