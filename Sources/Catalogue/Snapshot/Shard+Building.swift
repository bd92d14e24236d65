import Bytes

extension Shard {
    /// An item of a shard to be built.
    struct Entry {
        let kind: UInt32
        let market: UInt32
        let listedAt: Int64
        var offset: ItemArena.Offset
        /// The number of users who opened it.
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
        var columns = Columns(capacity: entries.count)
        var partitions: [Partition] = []
        var next = 0
        for (kind, declared) in table.kinds.map(\.columns).enumerated() {
            let first = next
            while next < entries.count, entries[next].kind == kind { next += 1 }
            var values = RowValues(declared, rows: first..<next)
            var row = first
            while row < next {
                let (first, market) = (row, entries[row].market)
                var arrivals: [(arrival: Int64, row: UInt32)] = []
                while row < next, entries[row].market == market {
                    let arrival = columns.read(entries[row].offset, in: arena, row: row, declared, &values, &texts)
                    arrivals.append((arrival, UInt32(row)))
                    row += 1
                }
                arrivals.sort { $0.arrival < $1.arrival }
                let order = arrivals.map(\.row)
                partitions.append(
                    Partition(first..<row, kind: kind, market: market, arrivalOrder: order, columns, values)
                )
            }
            columns.values.append(values)
        }
        columns.sort()
        self.init(arena, columns, partitions)
    }
}

extension CatalogueSnapshot.LiveShard {
    /// The visible items.
    var entries: [Shard.Entry] {
        shard.partitions.flatMap { partition in
            partition.rows.filter { live[$0] }.map { row in
                Shard.Entry(
                    kind: UInt32(partition.kind),
                    market: partition.market,
                    listedAt: shard.columns.listedAt[row],
                    offset: shard.columns.offsets[row],
                    openedBy: popularity.counts[row]
                )
            }
        }
    }
}

extension Shard.Columns {
    fileprivate init(capacity count: Int) {
        ids = HashIndex(capacity: count)
        offsets.reserveCapacity(count)
        identities.reserveCapacity(count)
        listedAt.reserveCapacity(count)
        expiresAt.reserveCapacity(count)
        statuses.reserveCapacity(count)
        prices.reserveCapacity(count)
        currencies.reserveCapacity(count)
        latitudes.reserveCapacity(count)
        longitudes.reserveCapacity(count)
        categories.reserveCapacity(count)
    }

    fileprivate mutating func sort() {
        itemsOfBrand.sort()
        renamingItemsOfBrand.sort()
        itemsOfCategory.sort()
        itemsOfCollection.sort()
    }

    /// Reads the next row.
    /// - Returns: its position in the order of arrival.
    fileprivate mutating func read(
        _ offset: ItemArena.Offset,
        in arena: ItemArena,
        row: Int,
        _ attributes: [Attribute],
        _ values: inout RowValues,
        _ texts: inout TextDictionary
    ) -> Int64 {
        let bytes = arena.bytes(at: offset)
        var reader = PackedReader(bytes, from: PackedItem.Layout.arrival)
        let (arrival, startsAt) = (reader.int64(), PackedItem.startsAt(in: bytes))
        offsets.append(offset)
        statuses.append(bytes[PackedItem.Layout.status])
        listedAt.append(max(reader.int64(), startsAt ?? .min))
        self.startsAt[row] = startsAt
        let expiresAt = reader.int64()
        self.expiresAt.append(expiresAt)
        firstExpiry = min(firstExpiry, expiresAt)
        prices.append(reader.int64())
        _ = reader.int64()  // The previous price.
        latitudes.append(reader.double())
        longitudes.append(reader.double())
        currencies.append(texts.code(of: PackedItem.currency(in: bytes)))
        let kindName = bytes.extracting(reader.range())
        let id = bytes.extracting(reader.range())
        let idHash = CatalogueItem.ID.hash(kind: kindName, id: id)
        ids.insert(row, hash: idHash)
        reader.skipText()  // The market.
        let brand = texts.code(of: bytes.extracting(reader.range()))
        reader.skipText()  // The brand's name.
        let category = texts.code(of: bytes.extracting(reader.range()))
        let (lastingHash, contentHash) = PackedItem.hashes(of: bytes)
        identities.append(
            Shard.Identity(idHash: idHash, contentHash: contentHash, lastingHash: lastingHash, brand: brand)
        )
        categories.append(category)
        if let history = PackedItem.history(in: bytes) { histories[row] = history }
        if PackedItem.has(PackedItem.hasSale, in: bytes) { sales.append(row) }
        itemsOfBrand.add(row, code: brand, arrival: arrival)
        if PackedItem.has(PackedItem.renamesBrand, in: bytes) {
            renamingItemsOfBrand.add(row, code: brand, arrival: arrival)
        }
        itemsOfCategory.add(row, code: category, arrival: arrival)
        for _ in 0..<4 { reader.skipText() }  // Title, subtitle, address, href.
        for _ in 0..<reader.elementCount() where !reader.isMalformed { reader.skipText() }
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            let collection = texts.code(of: bytes.extracting(reader.range()))
            itemsOfCollection.add(row, code: collection, arrival: reader.int64())
        }
        values.read(self, row: row)
        values.read(&reader, row: row, attributes, &texts)
        return arrival
    }
}
