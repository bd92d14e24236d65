import Bytes

/// An immutable part of the catalogue's items.
///
/// Rows are sorted by kind, market, listing time (the latest first) and id.
final class Shard: Sendable {
    let arena: ItemArena
    let columns: Columns
    /// By kind.
    let values: [RowValues]
    let indexes: Indexes
    let partitions: [Partition]
    /// The starts of all rows, available or not, in order.
    let starts: [Instant]

    var count: Int { columns.offsets.count }

    /// One array per field that queries read.
    struct Columns: Sendable {
        var offsets: [ItemArena.Offset] = []
        var identities: [Identity] = []
        /// Or the start, if that is later.
        var listedAt: [Instant] = []
        /// Of the rows of items with a start.
        var startsAt: [Int: Instant] = [:]
        var expiresAt: [Instant] = []
        /// The least of ``expiresAt``. Before it, that column need not be read, which mostly misses the cache.
        var firstExpiry = Instant.distantFuture
        /// ``ItemStatus/rawValue``.
        var statuses: [UInt8] = []
        /// Minor units; ``PackedItem/noPrice`` for none.
        var prices: [Int64] = []
        /// Text codes of ISO 4217 codes; 0 for none.
        var currencies: [UInt32] = []
        /// Degrees; NaN for none.
        var latitudes: [Double] = []
        var longitudes: [Double] = []
        /// Text codes; 0 for none.
        var categories: [UInt32] = []
        var histories: [Int: ItemHistory] = [:]
        /// The rows of items with a sale, past, present or future.
        var sales: [Int] = []

        func place(_ row: Int) -> Coordinate? { Coordinate(latitude: latitudes[row], longitude: longitudes[row]) }

        func isAvailable(_ row: Int, at now: Instant) -> Bool {
            statuses[row] == ItemStatus.active.rawValue && (now < firstExpiry || now < expiresAt[row])
                && hasStarted(row, at: now)
        }

        func hasStarted(_ row: Int, at now: Instant) -> Bool {
            startsAt.isEmpty || startsAt[row].map { $0 <= now } ?? true
        }
    }

    struct Indexes: Sendable {
        /// Rows by ``CatalogueItem/ID/hash``.
        var ids: HashIndex
        var itemsOfBrand = PostingLists()
        var renamingItemsOfBrand = PostingLists()
        var itemsOfCategory = PostingLists()
        var itemsOfCollection = PostingLists()
    }

    /// Values of an item that are read together.
    struct Identity: Sendable {
        let idHash: UInt64
        let contentHash: UInt64
        /// See ``PackedItem/hashes(of:)``.
        let lastingHash: UInt32
        /// A text code; 0 for none.
        let brand: UInt32
    }

    /// The rows of one kind and market.
    final class Partition: Sendable {
        let kind: Int
        /// A text code; 0 for items without a market.
        let market: UInt32
        let rows: Range<Int>
        let arrivalOrder: [UInt32]
        /// The rows of active items with a place.
        let places: SpatialTree
        let codes: QuantizedColumns

        init(
            _ rows: Range<Int>,
            kind: Int,
            market: UInt32,
            arrivalOrder: [UInt32],
            _ columns: Columns,
            _ values: RowValues
        ) {
            self.kind = kind
            self.market = market
            self.rows = rows
            self.arrivalOrder = arrivalOrder
            var (placed, places) = ([] as [UInt32], [] as [SpatialTree.Place])
            for row in rows where columns.statuses[row] == ItemStatus.active.rawValue {
                guard let place = columns.place(row) else { continue }
                placed.append(UInt32(row))
                let (listedAt, expiresAt) = (columns.listedAt[row], columns.expiresAt[row])
                places.append(SpatialTree.Place(coordinate: place, listedAt: listedAt, expiresAt: expiresAt))
            }
            self.places = SpatialTree(placed, places)
            codes = QuantizedColumns(rows, of: columns, values)
        }
    }

    init(in arena: ItemArena, _ columns: Columns, _ values: [RowValues], _ indexes: Indexes, _ partitions: [Partition])
    {
        (self.arena, self.columns, self.values) = (arena, columns, values)
        (self.indexes, self.partitions) = (indexes, partitions)
        starts = columns.startsAt.values.sorted()
    }

    /// The rows of a partition begin with those listed last.
    var newestListing: Instant? { partitions.map { columns.listedAt[$0.rows.lowerBound] }.max() }

    func startedCount(at now: Instant) -> Int { starts.indices.partitioningIndex { starts[$0] > now } }

    @_lifetime(borrow self)
    func packed(_ row: Int) -> Span<UInt8> {
        // Sound: the shard retains the arena.
        unsafe _overrideLifetime(arena.unsafeBytes(at: columns.offsets[row]), borrowing: self)
    }

    func partition(of row: Int) -> Partition { partitions[partitionIndex(of: row)] }

    func partitionIndex(of row: Int) -> Int {
        (1..<partitions.count).partitioningIndex { partitions[$0].rows.lowerBound > row } - 1
    }
}

extension Range<Int> {
    /// Returns the first index for which a predicate holds that holds for all later ones; `upperBound` if there is
    /// none. Binary search.
    @inline(__always)
    package func partitioningIndex(where belongsToSecondPart: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if belongsToSecondPart(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
