/// Some of a catalogue's items, which never change: one array for each field that queries read, with indexes.
///
/// Rows are sorted by kind, then by market, then the latest listed first, then by id.
final class Segment: Sendable {
    let count: Int
    let arena: ItemArena
    let offsets: [ItemArena.Offset]
    /// ``CatalogueItem/ID/hash``.
    let idHashes: [UInt64]
    /// Hashes of the packed items.
    let contentHashes: [UInt64]
    let listedAt: [Int64]
    let expiresAt: [Int64]
    /// ``ItemStatus/code``.
    let statuses: [UInt8]
    /// Minor units; ``PackedItem/noPrice`` where there is none.
    let prices: [Int64]
    /// Codes of ISO 4217 codes; 0 where there is no price.
    let currencies: [UInt32]
    /// Degrees; NaN where the place is unknown.
    let latitudes: [Double]
    /// Degrees; NaN where the place is unknown.
    let longitudes: [Double]
    let brands: [UInt32]
    let categories: [UInt32]
    /// By kind.
    let kinds: [KindColumns]
    let partitions: [Partition]
    let ids: IDIndex
    let itemsOfBrand: PostingLists
    /// The items that rename their brands.
    let renamingItemsOfBrand: PostingLists
    let itemsOfCategory: PostingLists
    let itemsOfCollection: PostingLists

    /// The rows of one kind and market.
    final class Partition: Sendable {
        let kind: Int
        /// The market's text code; 0 for items without one.
        let market: UInt32
        let rows: Range<Int>
        /// The rows in the order in which their items came into the catalogue.
        let arrivalOrder: [UInt32]
        /// The places of the rows that have one.
        let places: SpatialTree
        /// `nil` where there are few rows.
        let codes: QuantizedColumns?

        init(
            kind: Int,
            market: UInt32,
            rows: Range<Int>,
            arrivalOrder: [UInt32],
            places: SpatialTree,
            codes: QuantizedColumns?
        ) {
            self.kind = kind
            self.market = market
            self.rows = rows
            self.arrivalOrder = arrivalOrder
            self.places = places
            self.codes = codes
        }
    }

    init(_ builder: consuming SegmentBuilder) {
        count = builder.offsets.count
        arena = builder.arena
        offsets = builder.offsets
        idHashes = builder.idHashes
        contentHashes = builder.contentHashes
        listedAt = builder.listedAt
        expiresAt = builder.expiresAt
        statuses = builder.statuses
        prices = builder.prices
        currencies = builder.currencies
        latitudes = builder.latitudes
        longitudes = builder.longitudes
        brands = builder.brands
        categories = builder.categories
        kinds = builder.kinds
        partitions = builder.partitions
        ids = builder.ids
        itemsOfBrand = PostingLists(builder.brandEntries)
        renamingItemsOfBrand = PostingLists(builder.renamingEntries)
        itemsOfCategory = PostingLists(builder.categoryEntries)
        itemsOfCollection = PostingLists(builder.collectionEntries)
    }

    /// The packed item of a row.
    @_lifetime(borrow self)
    func packed(_ row: Int) -> Span<UInt8> {
        // Sound: the segment holds the arena.
        unsafe _overrideLifetime(arena.unsafeBytes(at: offsets[row]), borrowing: self)
    }

    /// The bytes of a row's id.
    @_lifetime(borrow self)
    func idBytes(_ row: Int) -> Span<UInt8> { PackedItem.idBytes(in: packed(row)) }

    /// The index of a row's partition.
    func partitionIndex(of row: Int) -> Int {
        var (low, high) = (0, partitions.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if partitions[middle].rows.lowerBound <= row { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The place of a row's item, where known.
    func place(_ row: Int) -> Coordinate? { Coordinate(latitude: latitudes[row], longitude: longitudes[row]) }

    /// The row of the item with this id and ``IDIndex/hash(kind:id:)``, if it is among `live`.
    func row(kind: Int, id: Span<UInt8>, hash: UInt64, live: RowBitmap) -> Int? {
        ids.row(hash: hash) { row in
            live[row] && kinds[kind].rows.contains(row) && idBytes(row).isEqual(to: id)
        }
    }
}
