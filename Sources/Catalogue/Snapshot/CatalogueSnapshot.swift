/// The catalogue at one version: immutable, indexed, and read without a lock.
///
/// It consists of segments. A change makes its items' former rows invisible and puts their new ones into a new segment, together
/// with the rows of smaller segments, so that a few segments of growing sizes hold everything.
public final class CatalogueSnapshot: Sendable {
    /// The version of the store's items that it shows.
    public let version: ItemVersion
    /// A random number of the items and their rows, which a snapshot shares with the one before it where only the counts of openings
    /// differ.
    public let contentID: UInt64
    /// The kinds of its items.
    public let kinds: KindTable
    /// The brands of all items, in the order in which they came into the catalogue. A brand is called as in its first item, or as in
    /// the latest that renames it.
    public let brands: [Brand]
    /// How many items it has, on offer or not.
    public let count: Int
    /// How many bytes it takes, about.
    public let memory: Int
    let parts: [Part]
    let texts: TextDictionary
    let currencies: CurrencyCounts
    /// Where each brand stands in ``brands``, by its text code.
    let brandIndexes: [UInt32: Int]

    /// A segment, and what changes of it from one snapshot to the next.
    struct Part: Sendable {
        let segment: Segment
        /// Which rows are visible: the others were changed or removed.
        var live: RowBitmap
        var liveCount: Int
        var popularity: Popularity
    }

    init(
        version: ItemVersion,
        contentID: UInt64,
        kinds: KindTable,
        parts: [Part],
        texts: TextDictionary,
        currencies: CurrencyCounts,
        brands: [Brand],
        memory: Int
    ) {
        self.version = version
        self.contentID = contentID
        self.kinds = kinds
        self.parts = parts
        self.texts = texts
        self.currencies = currencies
        self.brands = brands
        self.memory = memory
        brandIndexes = Dictionary(
            brands.enumerated().compactMap { index, brand in texts.code(of: brand.id).map { ($0, index) } }
        ) { first, _ in first }
        count = parts.reduce(0) { $0 + $1.liveCount }
    }
}

extension CatalogueSnapshot {
    /// How many attribute values are left out, since they do not match their attribute's type.
    public var mismatchedValues: Int {
        parts.reduce(0) { sum, part in part.segment.kinds.reduce(sum) { $0 + $1.mismatches } }
    }
}

// MARK: Items

extension CatalogueSnapshot {
    /// The row of an item, on offer or not; `nil` where the catalogue does not have it.
    public func row(of id: CatalogueItem.ID) -> ItemRow? {
        guard let kind = kinds.code(of: id.kind) else { return nil }
        return row(kind: kind, id: id.id.utf8.span)
    }

    func row(kind: Int, id: Span<UInt8>) -> ItemRow? {
        let hash = IDIndex.hash(kind: UInt32(kind), id: id)
        for part in parts.indices.reversed() {
            if let row = parts[part].segment.row(kind: kind, id: id, hash: hash, live: parts[part].live) {
                return ItemRow(segment: part, row: row)
            }
        }
        return nil
    }

    /// The id of the item in a row of this snapshot.
    public func id(of row: ItemRow) -> CatalogueItem.ID {
        let bytes = packed(row)
        return CatalogueItem.ID(
            kind: PackedItem.kindBytes(in: bytes).text,
            id: PackedItem.idBytes(in: bytes).text
        )
    }

    /// The item in a row of this snapshot. The brand's name may be another than in ``brands``.
    public func item(_ row: ItemRow) -> CatalogueItem? { PackedItem(packed(row))?.item }

    /// The ``PackedItem`` in a row of this snapshot.
    @_lifetime(borrow self)
    public func packed(_ row: ItemRow) -> Span<UInt8> {
        let segment = parts[row.segment].segment
        // Sound: the snapshot holds the arena through the segment.
        return unsafe _overrideLifetime(segment.arena.unsafeBytes(at: segment.offsets[row.row]), borrowing: self)
    }

    /// By how many users the item in a row was opened.
    public func openedBy(_ row: ItemRow) -> Int { Int(parts[row.segment].popularity.counts[row.row]) }
}
