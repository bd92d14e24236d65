import Bytes

/// Sorts items and reads their packed bytes into the columns of a new ``Shard``.
struct ShardBuilder {
    struct Entry {
        let kind: UInt32
        let market: UInt32
        let listedAt: Int64
        var offset: ItemArena.Offset
    }

    let arena: ItemArena
    private(set) var columns = Shard.Columns()
    private(set) var kinds: [KindColumns] = []
    private(set) var partitions: [Shard.Partition] = []
    private(set) var ids: HashIndex
    private(set) var brandEntries: [PostingLists.Entry] = []
    private(set) var renamingEntries: [PostingLists.Entry] = []
    private(set) var categoryEntries: [PostingLists.Entry] = []
    private(set) var collectionEntries: [PostingLists.Entry] = []

    /// Builds the columns of items with different ids.
    init(_ entries: consuming [Entry], in arena: ItemArena, _ table: KindTable, _ texts: inout TextDictionary) {
        var entries = entries
        entries.sort { one, other in
            // Those listed last come first.
            let (own, others) = ((one.kind, one.market, other.listedAt), (other.kind, other.market, one.listedAt))
            if own != others { return own < others }
            return PackedItem.text(.id, in: arena.bytes(at: one.offset))
                .precedes(PackedItem.text(.id, in: arena.bytes(at: other.offset)))
        }
        self.arena = arena
        let count = entries.count
        ids = HashIndex(capacity: count)
        columns.reserveCapacity(count)
        var next = 0
        for kind in table.kinds.indices {
            let first = next
            while next < count, entries[next].kind == kind { next += 1 }
            read(entries, first..<next, kind: kind, table.kinds[kind].columns, &texts)
        }
    }

    private mutating func read(
        _ entries: borrowing [Entry],
        _ rows: Range<Int>,
        kind: Int,
        _ attributes: [Attribute],
        _ texts: inout TextDictionary
    ) {
        var attributeColumns = KindColumns(attributes, rows: rows)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let (first, market) = (row, entries[row].market)
            var arrivals: [(arrival: Int64, row: UInt32)] = []
            while row < rows.upperBound, entries[row].market == market {
                let arrival = read(entries[row].offset, row: row, attributes, &attributeColumns, &texts)
                arrivals.append((arrival, UInt32(row)))
                row += 1
            }
            arrivals.sort { $0.arrival < $1.arrival }
            partitions.append(
                Shard.Partition(
                    first..<row,
                    kind: kind,
                    market: market,
                    arrivalOrder: arrivals.map(\.row),
                    columns,
                    attributeColumns
                )
            )
        }
        kinds.append(attributeColumns)
    }

    /// Reads one row.
    /// - Returns: its place in the order of arrival.
    private mutating func read(
        _ offset: ItemArena.Offset,
        row: Int,
        _ attributes: [Attribute],
        _ attributeColumns: inout KindColumns,
        _ texts: inout TextDictionary
    ) -> Int64 {
        let arena = arena
        let bytes = arena.bytes(at: offset)
        var reader = PackedReader(bytes, from: PackedItem.Layout.arrival)
        let (arrival, startsAt) = (reader.int64(), PackedItem.startsAt(in: bytes))
        columns.offsets.append(offset)
        columns.statuses.append(bytes[PackedItem.Layout.status])
        columns.listedAt.append(max(reader.int64(), startsAt ?? .min))
        columns.startsAt[row] = startsAt
        let expiresAt = reader.int64()
        columns.expiresAt.append(expiresAt)
        columns.firstExpiry = min(columns.firstExpiry, expiresAt)
        columns.prices.append(reader.int64())
        _ = reader.int64()  // The previous price.
        columns.latitudes.append(reader.double())
        columns.longitudes.append(reader.double())
        columns.currencies.append(texts.code(of: PackedItem.currency(in: bytes)))
        let kindName = bytes.extracting(reader.range())
        let id = bytes.extracting(reader.range())
        let idHash = CatalogueItem.ID.hash(kind: kindName, id: id)
        ids.insert(row, hash: idHash)
        reader.skipText()
        let brand = texts.code(of: bytes.extracting(reader.range()))
        reader.skipText()
        let category = texts.code(of: bytes.extracting(reader.range()))
        let (lastingHash, contentHash) = PackedItem.hashes(of: bytes)
        columns.identities.append(
            Shard.Identity(idHash: idHash, contentHash: contentHash, lastingHash: lastingHash, brand: brand)
        )
        columns.categories.append(category)
        if let history = PackedItem.history(in: bytes) { columns.histories[row] = history }
        if PackedItem.has(PackedItem.hasSale, in: bytes) { columns.sales.append(row) }
        add(row, to: &brandEntries, code: brand, arrival: arrival)
        if PackedItem.has(PackedItem.renamesBrand, in: bytes) {
            add(row, to: &renamingEntries, code: brand, arrival: arrival)
        }
        add(row, to: &categoryEntries, code: category, arrival: arrival)
        for _ in 0..<4 { reader.skipText() }  // Title, subtitle, address, href.
        for _ in 0..<reader.elementCount() where !reader.isMalformed { reader.skipText() }
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            let collection = texts.code(of: bytes.extracting(reader.range()))
            add(row, to: &collectionEntries, code: collection, arrival: reader.int64())
        }
        attributeColumns.read(&reader, row: row, attributes: attributes, texts: &texts)
        return arrival
    }

    private func add(_ row: Int, to entries: inout [PostingLists.Entry], code: UInt32, arrival: Int64) {
        if code != TextDictionary.none {
            entries.append(PostingLists.Entry(code: code, row: UInt32(row), arrival: arrival))
        }
    }
}
