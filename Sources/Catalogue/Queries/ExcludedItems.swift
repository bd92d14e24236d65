/// The items that a query leaves out: those shown already in this document, by row, and those that the client showed before, by hash.
public struct ExcludedItems: Sendable {
    /// Rows of the snapshot that is asked.
    public var rows: Set<ItemRow> = []
    /// ``CatalogueItem/ID/hash`` of items, cut to its highest bits.
    private let hashes: Set<UInt64>
    private let unusedBits: UInt64

    /// Nothing.
    public init() { self.init(hashes: [], bits: 64) }

    /// The items of which `hashes` are the highest `bits` (1…64) of their ``CatalogueItem/ID/hash``.
    public init(hashes: [UInt64], bits: Int) {
        self.hashes = Set(hashes)
        unusedBits = UInt64(64 - bits)
    }

    /// Whether nothing is left out.
    var isEmpty: Bool { rows.isEmpty && hashes.isEmpty }

    func contains(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        if rows.contains(row) { return true }
        return !hashes.isEmpty && hashes.contains(snapshot.idHash(of: row) >> unusedBits)
    }
}
