import Bytes

/// Sorts items and reads their packed bytes into the columns of a new ``Segment``.
struct SegmentBuilder {
    /// An item that is to be in the segment.
    struct Entry {
        let kind: UInt32
        let market: UInt32
        let listedAt: Int64
        let offset: ItemArena.Offset
    }

    let arena: ItemArena
    private(set) var offsets: [ItemArena.Offset] = []
    private(set) var idHashes: [UInt64] = []
    private(set) var contentHashes: [UInt64] = []
    private(set) var listedAt: [Int64] = []
    private(set) var expiresAt: [Int64] = []
    private(set) var statuses: [UInt8] = []
    private(set) var prices: [Int64] = []
    private(set) var currencies: [UInt32] = []
    private(set) var latitudes: [Double] = []
    private(set) var longitudes: [Double] = []
    private(set) var brands: [UInt32] = []
    private(set) var categories: [UInt32] = []
    private(set) var kinds: [KindColumns] = []
    private(set) var partitions: [Segment.Partition] = []
    private(set) var ids: IDIndex
    private(set) var brandEntries: [PostingLists.Entry] = []
    private(set) var renamingEntries: [PostingLists.Entry] = []
    private(set) var categoryEntries: [PostingLists.Entry] = []
    private(set) var collectionEntries: [PostingLists.Entry] = []

    /// Builds the columns of these items, each of another id.
    init(
        _ entries: consuming [Entry],
        in arena: ItemArena,
        _ table: KindTable,
        _ texts: inout TextDictionary
    ) {
        var entries = entries
        Self.sort(&entries, arena)
        self.arena = arena
        let count = entries.count
        ids = IDIndex(count: count)
        reserve(count)
        var next = 0
        for kind in table.kinds.indices {
            let first = next
            while next < count, entries[next].kind == kind { next += 1 }
            read(entries, first..<next, kind: kind, table.sortedAttributes(of: kind), &texts)
        }
    }

    private mutating func reserve(_ count: Int) {
        offsets.reserveCapacity(count)
        idHashes.reserveCapacity(count)
        contentHashes.reserveCapacity(count)
        listedAt.reserveCapacity(count)
        expiresAt.reserveCapacity(count)
        statuses.reserveCapacity(count)
        prices.reserveCapacity(count)
        currencies.reserveCapacity(count)
        latitudes.reserveCapacity(count)
        longitudes.reserveCapacity(count)
        brands.reserveCapacity(count)
        categories.reserveCapacity(count)
    }

    private static func sort(_ entries: inout [Entry], _ arena: ItemArena) {
        entries.sort { one, other in
            if one.kind != other.kind { return one.kind < other.kind }
            if one.market != other.market { return one.market < other.market }
            if one.listedAt != other.listedAt { return one.listedAt > other.listedAt }
            return PackedItem.idBytes(in: arena.bytes(at: one.offset))
                .precedes(PackedItem.idBytes(in: arena.bytes(at: other.offset)))
        }
    }

    /// Reads the rows of one kind.
    private mutating func read(
        _ entries: borrowing [Entry],
        _ rows: Range<Int>,
        kind: Int,
        _ attributes: [Attribute],
        _ texts: inout TextDictionary
    ) {
        var columns = KindColumns(attributes, rows: rows)
        var orders: [[UInt32]] = []
        var bounds = [rows.lowerBound]
        while let first = bounds.last, first < rows.upperBound {
            let market = entries[first].market
            var arrivals: [(arrival: Int64, row: UInt32)] = []
            var row = first
            while row < rows.upperBound, entries[row].market == market {
                let arrival = read(entries[row].offset, row: row, kind: kind, attributes, &columns, &texts)
                arrivals.append((arrival, UInt32(row)))
                row += 1
            }
            arrivals.sort { $0.arrival < $1.arrival }
            orders.append(arrivals.map(\.row))
            bounds.append(row)
        }
        for (index, order) in orders.enumerated() {
            let rows = bounds[index]..<bounds[index + 1]
            partitions.append(partition(rows, kind, entries[rows.lowerBound].market, order, columns))
        }
        kinds.append(columns)
    }

    private func partition(
        _ rows: Range<Int>,
        _ kind: Int,
        _ market: UInt32,
        _ arrivalOrder: [UInt32],
        _ columns: KindColumns
    ) -> Segment.Partition {
        let points = rows.compactMap { row in
            Coordinate(latitude: latitudes[row], longitude: longitudes[row]).map { SpatialTree.Point($0, row: row) }
        }
        let codes =
            rows.count < QuantizedColumns.leastRows
            ? nil
            : QuantizedColumns(
                prices: prices[rows],
                latitudes: latitudes[rows],
                longitudes: longitudes[rows],
                columns
            )
        return Segment.Partition(
            kind: kind,
            market: market,
            rows: rows,
            arrivalOrder: arrivalOrder,
            places: SpatialTree(points),
            codes: codes
        )
    }

    /// Reads one row.
    /// - Returns: its item's place in the order of arrival.
    private mutating func read(
        _ offset: ItemArena.Offset,
        row: Int,
        kind: Int,
        _ attributes: [Attribute],
        _ columns: inout KindColumns,
        _ texts: inout TextDictionary
    ) -> Int64 {
        let arena = arena
        let bytes = arena.bytes(at: offset)
        let item = PackedItem.Columns(bytes)
        var reader = PackedReader(bytes, from: PackedItem.Layout.texts)
        offsets.append(offset)
        contentHashes.append(Revision { $0.combine(bytes: bytes) }.rawValue)
        listedAt.append(item.listedAt)
        expiresAt.append(item.expiresAt)
        statuses.append(item.status)
        prices.append(item.price)
        latitudes.append(item.latitude)
        longitudes.append(item.longitude)
        let currency = PackedItem.Layout.currency
        currencies.append(
            item.price == PackedItem.noPrice
                ? TextDictionary.none : texts.code(of: bytes.extracting(currency..<currency + 3))
        )
        let kindName = bytes.extracting(reader.range())
        let id = bytes.extracting(reader.range())
        idHashes.append(CatalogueItem.ID.hash(kind: kindName, id: id))
        ids.insert(row, hash: IDIndex.hash(kind: UInt32(kind), id: id))
        reader.skipText()
        let brand = texts.code(of: bytes.extracting(reader.range()))
        reader.skipText()
        let category = texts.code(of: bytes.extracting(reader.range()))
        brands.append(brand)
        categories.append(category)
        add(row, to: &brandEntries, code: brand, arrival: item.arrival)
        if PackedItem.renamesBrand(in: bytes) {
            add(row, to: &renamingEntries, code: brand, arrival: item.arrival)
        }
        add(row, to: &categoryEntries, code: category, arrival: item.arrival)
        for _ in 0..<4 { reader.skipText() }  // Title, subtitle, address, href.
        for _ in 0..<reader.count() where !reader.isMalformed { reader.skipText() }
        for _ in 0..<reader.count() where !reader.isMalformed {
            let collection = texts.code(of: bytes.extracting(reader.range()))
            add(row, to: &collectionEntries, code: collection, arrival: reader.int64())
        }
        columns.read(&reader, row: row, attributes: attributes, texts: &texts)
        return item.arrival
    }

    private func add(_ row: Int, to entries: inout [PostingLists.Entry], code: UInt32, arrival: Int64) {
        if code != TextDictionary.none {
            entries.append(PostingLists.Entry(code: code, row: UInt32(row), arrival: arrival))
        }
    }
}
