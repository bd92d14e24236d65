import Bytes

/// Builds snapshots from changes of items. Used by one task.
public struct SnapshotBuilder: ~Copyable {
    let kinds: KindTable
    private let memoryLimit: Int
    private var arena: ItemArena
    private(set) var texts = TextDictionary()
    private(set) var parts: [CatalogueSnapshot.LiveShard] = []
    private(set) var currencies = CurrencyCounts()
    private(set) var brands: [Brand] = []
    /// Whether no item changed since the last snapshot.
    private var isUnchanged = true
    private(set) var contentID = UInt64.random(in: .min ... .max)
    private var added: [Shard.Entry] = []
    /// The size of visible items in the arena, in bytes.
    private var liveBytes = 0
    /// When the sales' prices were applied.
    private var now: Instant
    /// When prices change next.
    private(set) var nextSale = Instant.distantFuture

    /// Shards of up to this many rows are always merged into the next one.
    private static let smallShard = 1_024
    /// A shard is also merged if it has at most this many times the rows to be merged with it.
    private static let mergeRatio = 8
    /// The approximate size of a row in columns and indexes, with those of a ranking.
    private static let bytesPerRow = 260
    /// The unused memory from which compaction pays, in bytes.
    private static let leastGarbage = 32 << 20

    /// - Parameter memoryLimit: The approximate maximum size of the catalogue, in bytes.
    public init(kinds: KindTable, memoryLimit: Int, now: Instant = .now()) throws(CatalogueLoadError) {
        self.now = now
        self.kinds = kinds
        self.memoryLimit = memoryLimit
        arena = try ItemArena(capacity: 2 * memoryLimit)
    }

    public var memory: Int { liveBytes + (parts.reduce(added.count) { $0 + $1.liveCount }) * Self.bytesPerRow }

    /// The approximate size of an item of `count` packed bytes in a catalogue.
    public static func memory(ofPacked count: Int) -> Int { ItemArena.size(of: count) + bytesPerRow }

    // MARK: Changes

    /// Adds or replaces an item; each id at most once between two snapshots. Skips items of kinds that are not declared,
    /// and malformed ones.
    public mutating func add(_ packed: Span<UInt8>, openedBy: UInt32) throws(CatalogueLoadError) {
        guard PackedItem.isWellFormed(packed), let kind = kinds.code(of: PackedItem.text(.kind, in: packed))
        else { return }
        guard PackedItem.has(PackedItem.hasSale, in: packed) else {
            return try add(packed, kind: kind, openedBy: openedBy)
        }
        let (current, end) = PackedItem.pricing(packed, at: now)
        nextSale = min(nextSale, end)
        try add(current.span, kind: kind, openedBy: openedBy)
    }

    /// Applies the sales that have begun, and takes back those that have ended. Not together with other changes: an
    /// item may be in both.
    mutating func applySales(at now: Instant) throws(CatalogueLoadError) {
        (self.now, nextSale) = (now, .distantFuture)
        // All of the items may change.
        if arena.used + liveBytes > 2 * memoryLimit { try compact() }
        let arena = arena
        let items = parts.flatMap { part in
            part.shard.columns.sales.filter { part.live[$0] }
                .map { (offset: part.shard.columns.offsets[$0], openedBy: part.popularity.counts[$0]) }
        }
        for item in items { try add(arena.bytes(at: item.offset), openedBy: item.openedBy) }
    }

    private mutating func add(_ packed: Span<UInt8>, kind: Int, openedBy: UInt32) throws(CatalogueLoadError) {
        let id = PackedItem.text(.id, in: packed)
        let hash = CatalogueItem.ID.hash(kind: PackedItem.text(.kind, in: packed), id: id)
        if let row = parts.row(kind: kind, id: id, hash: hash) {
            let shard = parts[row.shard].shard
            if shard.packed(row.row).equals(packed) {
                let partition = shard.partitionIndex(of: row.row)
                parts[row.shard].popularity.set(openedBy, at: row.row, partition: partition)
                return
            }
            hide(row)
        }
        let size = ItemArena.size(of: packed.count)
        let needed = memory + size + Self.bytesPerRow
        guard needed <= memoryLimit else { throw .memory(.full(needed: needed, limit: memoryLimit)) }
        let market = texts.code(of: PackedItem.text(.market, in: packed))
        let currency = texts.code(of: PackedItem.currency(in: packed))
        currencies.add(1, kind: kind, market: market, currency: currency)
        added.append(
            Shard.Entry(
                kind: UInt32(kind),
                market: market,
                listedAt: PackedItem.listedAt(in: packed),
                offset: try arena.append(packed),
                openedBy: openedBy
            )
        )
        liveBytes += size
        isUnchanged = false
    }

    mutating func remove(_ id: CatalogueItem.ID) {
        guard let kind = kinds.code(of: id.kind), let row = parts.row(kind: kind, id: id.id.utf8.span, hash: id.hash)
        else { return }
        hide(row)
        isUnchanged = false
    }

    private mutating func hide(_ row: ItemRow) {
        let shard = parts[row.shard].shard
        let (partition, currency) = (shard.partition(of: row.row), shard.columns.currencies[row.row])
        parts[row.shard].live.clear(row.row)
        parts[row.shard].liveCount -= 1
        currencies.add(-1, kind: partition.kind, market: partition.market, currency: currency)
        liveBytes -= ItemArena.size(of: shard.packed(row.row).count)
    }

    // MARK: Snapshots

    mutating func snapshot(version: ItemVersion) throws(CatalogueLoadError) -> CatalogueSnapshot {
        if !added.isEmpty { merge() }
        if arena.used - liveBytes > max(Self.leastGarbage, liveBytes) {
            try compact()
            isUnchanged = false
        }
        if !isUnchanged {
            brands = currentBrands()
            contentID = .random(in: .min ... .max)
            isUnchanged = true
        }
        return CatalogueSnapshot(of: self, version: version)
    }

    /// Moves added items and small shards into a new shard.
    private mutating func merge() {
        var entries = added
        added = []
        while let last = parts.last,
            last.liveCount <= max(Self.smallShard, entries.count * Self.mergeRatio)
                || parts.count == ItemRow.maximumShards
        {
            entries += last.entries
            parts.removeLast()
        }
        appendShard(entries)
    }

    private mutating func appendShard(_ entries: consuming [Shard.Entry]) {
        var entries = entries
        entries.sort { [arena] in $0.precedes($1, in: arena) }
        let shard = Shard(entries, in: arena, kinds, &texts)
        parts.append(
            CatalogueSnapshot.LiveShard(
                shard: shard,
                live: RowBitmap(all: shard.count),
                liveCount: shard.count,
                popularity: Popularity(entries.map(\.openedBy), shard.partitions)
            )
        )
    }

    /// Copies visible items into a new arena and one shard.
    private mutating func compact() throws(CatalogueLoadError) {
        var entries = parts.flatMap(\.entries)
        let fresh = try ItemArena(capacity: 2 * memoryLimit)
        for index in entries.indices {
            entries[index].offset = try fresh.append(arena.bytes(at: entries[index].offset))
        }
        (arena, parts) = (fresh, [])
        appendShard(entries)
    }

    /// The brands in the order of their first items. A brand has the name of the latest item that renames it, else of
    /// its first item.
    private func currentBrands() -> [Brand] {
        let parts = parts
        func find(
            _ lists: KeyPath<Shard.Indexes, PostingLists>,
            isLast: Bool
        ) -> [UInt32: (arrival: Int64, name: String)] {
            var found: [UInt32: (arrival: Int64, name: String)] = [:]
            for part in parts {
                let lists = part.shard.indexes[keyPath: lists]
                for code in lists.codes {
                    let visible = lists.entries(of: code).lazy.filter { part.live[lists.row(at: $0)] }
                    guard let entry = isLast ? visible.last : visible.first else { continue }
                    let arrival = lists.arrival(at: entry)
                    if let known = found[code]?.arrival, isLast ? known >= arrival : known <= arrival { continue }
                    let name = PackedItem.text(.brandName, in: part.shard.packed(lists.row(at: entry))).text
                    found[code] = (arrival, name)
                }
            }
            return found
        }
        let (firsts, renaming) = (find(\.itemsOfBrand, isLast: false), find(\.renamingItemsOfBrand, isLast: true))
        return firsts.sorted { $0.value.arrival < $1.value.arrival }
            .map { Brand(id: texts[$0.key], name: renaming[$0.key]?.name ?? $0.value.name) }
    }

    /// Adds all items of a store, and returns their snapshot.
    /// - Parameter progress: Receives the number of items read so far, after each.
    public mutating func load(
        from store: any ItemStore,
        progress: (Int) -> Void = { _ in }
    ) async throws(CatalogueLoadError) -> CatalogueSnapshot {
        var count = 0
        var failure: CatalogueLoadError?
        let version: ItemVersion
        do {
            version = try await store.readAll { packed, openedBy in
                count += 1
                if case .memory(.full(let needed, let limit)) = failure {
                    // The error has the total size.
                    failure = .memory(.full(needed: needed + Self.memory(ofPacked: packed.count), limit: limit))
                } else if failure == nil {
                    do throws(CatalogueLoadError) { try add(packed, openedBy: openedBy) } catch { failure = error }
                }
                progress(count)
            }
        } catch {
            throw .store(error)
        }
        if let failure { throw failure }
        return try snapshot(version: version)
    }
}
