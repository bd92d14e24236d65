import Bytes

extension Shard {
    struct Entry {
        let kind: UInt32
        let market: UInt32
        let listedAt: Instant
        var offset: ItemArena.Offset
        let openedBy: UInt32

        /// The order of rows.
        func precedes(_ other: Entry, in arena: ItemArena) -> Bool {
            // Those listed last come first.
            let (own, others) = ((kind, market, other.listedAt), (other.kind, other.market, listedAt))
            if own != others { return own < others }
            return PackedItem.text(.id, in: arena.bytes(at: offset))
                .precedes(PackedItem.text(.id, in: arena.bytes(at: other.offset)))
        }
    }

    /// Builds a shard of items with different ids.
    /// - Parameter entries: In the order of rows.
    convenience init(_ entries: [Entry], in arena: ItemArena, _ table: KindTable, _ texts: inout TextDictionary) {
        var rows = ShardRows(entries)
        var (values, partitions) = ([] as [RowValues], [] as [Partition])
        var next = 0
        for (kind, declared) in table.kinds.map(\.columns).enumerated() {
            let first = next
            while next < entries.count, entries[next].kind == kind { next += 1 }
            var valuesOfKind = RowValues(declared, rows: first..<next)
            var row = first
            while row < next {
                let (first, market) = (row, entries[row].market)
                var arrivals: [(arrival: Int64, row: UInt32)] = []
                while row < next, entries[row].market == market {
                    let arrival = rows.read(row, in: arena, declared, &valuesOfKind, &texts)
                    arrivals.append((arrival, UInt32(row)))
                    row += 1
                }
                arrivals.sort { $0.arrival < $1.arrival }
                let order = arrivals.map(\.row)
                partitions.append(
                    Partition(first..<row, kind: kind, market: market, arrivalOrder: order, rows.columns, valuesOfKind)
                )
            }
            values.append(valuesOfKind)
        }
        rows.columns.firstExpiry = rows.columns.expiresAt.min() ?? .distantFuture
        rows.indexes.itemsOfBrand.sort()
        rows.indexes.renamingItemsOfBrand.sort()
        rows.indexes.itemsOfCategory.sort()
        rows.indexes.itemsOfCollection.sort()
        self.init(in: arena, rows.columns, values, rows.indexes, partitions)
    }
}

/// Reads the packed bytes of items into a new shard.
private struct ShardRows {
    var columns = Shard.Columns()
    var indexes: Shard.Indexes

    init(_ entries: [Shard.Entry]) {
        let count = entries.count
        indexes = Shard.Indexes(ids: HashIndex(capacity: count))
        columns.offsets = entries.map(\.offset)
        columns.listedAt = entries.map(\.listedAt)
        columns.identities.reserveCapacity(count)
        columns.expiresAt.reserveCapacity(count)
        columns.statuses.reserveCapacity(count)
        columns.prices.reserveCapacity(count)
        columns.currencies.reserveCapacity(count)
        columns.latitudes.reserveCapacity(count)
        columns.longitudes.reserveCapacity(count)
        columns.categories.reserveCapacity(count)
    }

    /// Reads the next row.
    /// - Returns: its position in the order of arrival.
    mutating func read(
        _ row: Int,
        in arena: ItemArena,
        _ attributes: [Attribute],
        _ values: inout RowValues,
        _ texts: inout TextDictionary
    ) -> Int64 {
        let bytes = arena.bytes(at: columns.offsets[row])
        var reader = PackedReader(bytes, from: PackedItem.Layout.expiresAt)
        columns.statuses.append(bytes[PackedItem.Layout.status])
        columns.startsAt[row] = PackedItem.startsAt(in: bytes)
        columns.expiresAt.append(reader.instant())
        columns.prices.append(reader.int64())
        _ = reader.int64()  // The previous price.
        columns.latitudes.append(reader.double())
        columns.longitudes.append(reader.double())
        columns.currencies.append(texts.code(of: PackedItem.currency(in: bytes)))
        let kindName = bytes.extracting(reader.range())
        let id = bytes.extracting(reader.range())
        let idHash = CatalogueItem.ID.hash(kind: kindName, id: id)
        indexes.ids.insert(row, hash: idHash)
        reader.skipText()  // The market.
        let brand = texts.code(of: bytes.extracting(reader.range()))
        reader.skipText()  // The brand's name.
        let category = texts.code(of: bytes.extracting(reader.range()))
        let (lastingHash, contentHash) = PackedItem.hashes(of: bytes)
        columns.identities.append(
            Shard.Identity(idHash: idHash, contentHash: contentHash, lastingHash: lastingHash, brand: brand)
        )
        columns.categories.append(category)
        if let history = PackedItem.history(in: bytes) { columns.histories[row] = history }
        if PackedItem.has(PackedItem.hasSale, in: bytes) { columns.sales.append(row) }
        let arrival = PackedItem.arrival(in: bytes)
        indexes.itemsOfBrand.add(row, code: brand, arrival: arrival)
        if PackedItem.has(PackedItem.renamesBrand, in: bytes) {
            indexes.renamingItemsOfBrand.add(row, code: brand, arrival: arrival)
        }
        indexes.itemsOfCategory.add(row, code: category, arrival: arrival)
        for _ in 0..<4 { reader.skipText() }  // Title, subtitle, address, href.
        for _ in 0..<reader.elementCount() where !reader.isMalformed { reader.skipText() }
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            let collection = texts.code(of: bytes.extracting(reader.range()))
            indexes.itemsOfCollection.add(row, code: collection, arrival: reader.int64())
        }
        values.read(columns, row: row)
        values.read(&reader, row: row, attributes, &texts)
        return arrival
    }
}
