/// The items to exclude: those already in the document, by row, and those that the client showed before, by hash.
public struct ExcludedItems: Sendable {
    /// Rows of the queried snapshot.
    public var rows = ItemRowSet()
    /// Brands, by index in ``CatalogueSnapshot/brands``.
    public var brands: Set<Int> = []
    /// The highest bits of ``CatalogueItem/ID/hash`` of items and brands.
    private var hashes: IntegerSet<UInt64>
    private let unusedBits: UInt64

    /// Excludes items and brands by the highest `bits` (1…64) of their ``CatalogueItem/ID/hash``.
    public init(hashes: [UInt64] = [], bits: Int = 64) {
        self.hashes = IntegerSet(hashes)
        unusedBits = UInt64(64 - bits)
    }

    public mutating func insert(hash: UInt64) { hashes.insert(hash >> unusedBits) }

    public func contains(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        rows.contains(row) || !hashes.isEmpty && hashes.contains(snapshot.idHash(of: row) >> unusedBits)
    }

    public func contains(brand index: Int, in snapshot: CatalogueSnapshot) -> Bool {
        if brands.contains(index) { return true }
        return !hashes.isEmpty && hashes.contains(snapshot.brands[index].itemID.hash >> unusedBits)
    }
}

public struct ItemRowSet: Sendable {
    private var bits = IntegerSet<UInt32>()

    public init() {}

    mutating func reserveCapacity(_ count: Int) { bits.reserveCapacity(count) }

    public func contains(_ row: ItemRow) -> Bool { bits.contains(row.bits) }

    @discardableResult
    public mutating func insert(_ row: ItemRow) -> Bool { bits.insert(row.bits) }

    public mutating func remove(_ row: ItemRow) { bits.remove(row.bits) }
}
