/// The items that are left out: those shown already in this document, by row, and those that the client showed before, by hash.
public struct ExcludedItems: Sendable {
    /// Rows of the snapshot that is asked.
    public var rows = ItemRowSet()
    /// Brands, by their index in ``CatalogueSnapshot/brands``.
    public var brands: Set<Int> = []
    /// ``CatalogueItem/ID/hash`` of items and brands, cut to its highest bits.
    private let hashes: IntegerSet<UInt64>
    private let unusedBits: UInt64

    /// Nothing.
    public init() { self.init(hashes: [], bits: 64) }

    /// The items of which `hashes` are the highest `bits` (1…64) of their ``CatalogueItem/ID/hash``.
    public init(hashes: [UInt64], bits: Int) {
        self.hashes = IntegerSet(hashes)
        unusedBits = UInt64(64 - bits)
    }

    /// How many items are left out.
    var count: Int { rows.count + hashes.count }

    /// Whether no item is left out.
    var isEmpty: Bool { rows.isEmpty && hashes.isEmpty }

    /// Whether the item is left out.
    public func contains(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        if rows.contains(row) { return true }
        return !hashes.isEmpty && hashes.contains(snapshot.idHash(of: row) >> unusedBits)
    }

    /// Whether the brand of this index is left out.
    public func contains(brand index: Int, in snapshot: CatalogueSnapshot) -> Bool {
        if brands.contains(index) { return true }
        return !hashes.isEmpty && hashes.contains(snapshot.brands[index].itemID.hash >> unusedBits)
    }
}

extension Brand {
    /// The id of the brand among the items of a document: `brand:nike`.
    public var itemID: CatalogueItem.ID { CatalogueItem.ID(kind: "brand", id: id) }
}
