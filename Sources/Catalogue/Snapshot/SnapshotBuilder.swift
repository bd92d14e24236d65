/// Follows the changes of a store's items and makes a snapshot of each version. It belongs to one task.
public struct SnapshotBuilder: ~Copyable {
    private let kinds: KindTable
    private let memoryLimit: Int
    private var arena: ItemArena
    private var texts = TextDictionary()
    private var parts: [CatalogueSnapshot.Part] = []
    private var currencies = CurrencyCounts()
    private var brands: [Brand] = []
    /// Whether no item has changed since the last snapshot.
    private var isUnchanged = true
    private var contentID = UInt64.random(in: .min ... .max)
    /// What is to be in the next segment.
    private var added: [SegmentBuilder.Entry] = []
    /// By how many users the items added were opened, where by any.
    private var openedBy: [ItemArena.Offset: UInt32] = [:]
    /// How many bytes of the arena visible items take.
    private var liveBytes = 0
    /// How many items were left out, because the config does not declare their kind or their bytes are malformed.
    public private(set) var ignored = 0

    /// A smaller segment is merged into the next one up to this size, in rows.
    private static let smallSegment = 1_024
    /// A segment that is at most this many times as large as what is merged already is merged, too.
    private static let mergeRatio = 8
    /// About how many bytes a row takes in columns and indexes.
    private static let bytesPerRow = 146
    /// Rebuilding pays from this much unused memory on, in bytes.
    private static let leastGarbage = 32 << 20

    /// A builder of a catalogue without items.
    /// - Parameter memoryLimit: about how many bytes the catalogue may take.
    public init(kinds: KindTable, memoryLimit: Int) throws(CatalogueMemoryError) {
        self.kinds = kinds
        self.memoryLimit = memoryLimit
        arena = try ItemArena(capacity: 2 * memoryLimit)
    }

    /// How many bytes the catalogue takes, about.
    public var memory: Int { liveBytes + (parts.reduce(added.count) { $0 + $1.liveCount }) * Self.bytesPerRow }

    /// How many bytes of a catalogue an item of `count` packed bytes takes, about.
    public static func memory(ofPacked count: Int) -> Int { ItemArena.size(of: count) + bytesPerRow }

    // MARK: Changes

    /// Adds an item, or replaces the one with its id. Between two snapshots each id comes at most once.
    /// - Parameter openedBy: how many users have opened it.
    public mutating func add(_ packed: Span<UInt8>, openedBy: UInt32) throws(CatalogueMemoryError) {
        guard PackedItem.isWellFormed(packed), let kind = kinds.code(of: PackedItem.kindBytes(in: packed)) else {
            ignored += 1
            return
        }
        if let row = row(kind: kind, id: PackedItem.idBytes(in: packed)) {
            let segment = parts[row.segment].segment
            if segment.packed(row.row).isEqual(to: packed) {
                setOpenedBy(openedBy, row)
                return
            }
            hide(row)
        }
        let size = ItemArena.size(of: packed.count)
        let needed = memory + size + Self.bytesPerRow
        guard needed <= memoryLimit else { throw .full(needed: needed, limit: memoryLimit) }
        let columns = PackedItem.Columns(packed)
        let market = texts.code(of: PackedItem.marketBytes(in: packed))
        let currency = PackedItem.Layout.currency
        if columns.price != PackedItem.noPrice {
            let code = texts.code(of: packed.extracting(currency..<currency + 3))
            currencies.add(1, kind: kind, market: market, currency: code)
        }
        let offset = try arena.append(packed)
        added.append(
            SegmentBuilder.Entry(kind: UInt32(kind), market: market, listedAt: columns.listedAt, offset: offset)
        )
        if openedBy > 0 { self.openedBy[offset] = openedBy }
        liveBytes += size
        isUnchanged = false
    }

    /// Removes the item with this id, if it is there.
    public mutating func remove(_ id: CatalogueItem.ID) {
        guard let kind = kinds.code(of: id.kind), let row = row(kind: kind, id: id.id.utf8.span) else { return }
        hide(row)
        isUnchanged = false
    }

    private func row(kind: Int, id: Span<UInt8>) -> ItemRow? {
        if parts.isEmpty { return nil }
        let hash = IDIndex.hash(kind: UInt32(kind), id: id)
        for part in parts.indices.reversed() {
            if let row = parts[part].segment.row(kind: kind, id: id, hash: hash, live: parts[part].live) {
                return ItemRow(segment: part, row: row)
            }
        }
        return nil
    }

    private mutating func hide(_ row: ItemRow) {
        let segment = parts[row.segment].segment
        let partition = segment.partitions[segment.partitionIndex(of: row.row)]
        parts[row.segment].live.clear(row.row)
        parts[row.segment].liveCount -= 1
        currencies.add(-1, kind: partition.kind, market: partition.market, currency: segment.currencies[row.row])
        liveBytes -= ItemArena.size(of: segment.packed(row.row).count)
    }

    private mutating func setOpenedBy(_ count: UInt32, _ row: ItemRow) {
        let partition = parts[row.segment].segment.partitionIndex(of: row.row)
        parts[row.segment].popularity.set(count, at: row.row, partition: partition)
    }

    // MARK: Snapshots

    /// The catalogue with all changes so far.
    /// - Parameter version: the version of the store that they lead to.
    public mutating func snapshot(version: ItemVersion) throws(CatalogueMemoryError) -> CatalogueSnapshot {
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
        return CatalogueSnapshot(
            version: version,
            contentID: contentID,
            kinds: kinds,
            parts: parts,
            texts: texts,
            currencies: currencies,
            brands: brands,
            memory: memory
        )
    }

    /// Puts what was added into a new segment, together with the smaller ones.
    private mutating func merge() {
        var entries = added
        added = []
        while let last = parts.last,
            last.liveCount <= max(Self.smallSegment, entries.count * Self.mergeRatio)
                || parts.count == ItemRow.maximumSegments
        {
            take(last, into: &entries)
            parts.removeLast()
        }
        appendSegment(entries)
    }

    /// Adds the visible rows of a part to `entries`.
    private mutating func take(_ part: CatalogueSnapshot.Part, into entries: inout [SegmentBuilder.Entry]) {
        let segment = part.segment
        for partition in segment.partitions {
            for row in partition.rows where part.live[row] {
                entries.append(
                    SegmentBuilder.Entry(
                        kind: UInt32(partition.kind),
                        market: partition.market,
                        listedAt: segment.listedAt[row],
                        offset: segment.offsets[row]
                    )
                )
                let count = part.popularity.counts[row]
                if count > 0 { openedBy[segment.offsets[row]] = count }
            }
        }
    }

    private mutating func appendSegment(_ entries: consuming [SegmentBuilder.Entry]) {
        let segment = Segment(SegmentBuilder(entries, in: arena, kinds, &texts))
        let counts = openedBy.isEmpty ? [] : segment.offsets.map { openedBy[$0] ?? 0 }
        openedBy = [:]
        parts.append(
            CatalogueSnapshot.Part(
                segment: segment,
                live: RowBitmap(all: segment.count),
                liveCount: segment.count,
                popularity: Popularity(
                    counts.isEmpty ? Array(repeating: 0, count: segment.count) : counts,
                    segment.partitions
                )
            )
        )
    }

    /// Copies what is visible into a new arena and one segment.
    private mutating func compact() throws(CatalogueMemoryError) {
        var entries: [SegmentBuilder.Entry] = []
        for part in parts { take(part, into: &entries) }
        let fresh = try ItemArena(capacity: 2 * memoryLimit)
        let counts = openedBy
        openedBy = [:]
        for index in entries.indices {
            let entry = entries[index]
            let offset = try fresh.append(arena.bytes(at: entry.offset))
            if let count = counts[entry.offset] { openedBy[offset] = count }
            entries[index] = SegmentBuilder.Entry(
                kind: entry.kind,
                market: entry.market,
                listedAt: entry.listedAt,
                offset: offset
            )
        }
        arena = fresh
        parts = []
        appendSegment(entries)
    }

    /// The brands in the order of their first items. A brand is called as in its first item, unless others rename it: then as in the
    /// latest of those.
    private func currentBrands() -> [Brand] {
        var firsts: [UInt32: (arrival: Int64, name: String)] = [:]
        var renaming: [UInt32: (arrival: Int64, name: String)] = [:]
        for part in parts {
            let segment = part.segment
            func item(_ entry: Int?, _ lists: PostingLists) -> (arrival: Int64, name: String)? {
                entry.map { (lists.arrival(at: $0), PackedItem.brandName(in: segment.packed(lists.row(at: $0)))) }
            }
            var lists = segment.itemsOfBrand
            for code in lists.allCodes {
                let first = item(lists.entries(of: code).first { part.live[lists.row(at: $0)] }, lists)
                guard let first, firsts[code].map({ first.arrival < $0.arrival }) ?? true else { continue }
                firsts[code] = first
            }
            lists = segment.renamingItemsOfBrand
            for code in lists.allCodes {
                let last = item(lists.entries(of: code).last { part.live[lists.row(at: $0)] }, lists)
                guard let last, renaming[code].map({ last.arrival > $0.arrival }) ?? true else { continue }
                renaming[code] = last
            }
        }
        return firsts.sorted { $0.value.arrival < $1.value.arrival }
            .map { Brand(id: texts[$0.key], name: renaming[$0.key]?.name ?? $0.value.name) }
    }
}
