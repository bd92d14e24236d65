/// About how much memory the catalogue of a store takes while items are added to it, without a snapshot of it.
public struct CatalogueMemoryBudget: Sendable {
    /// How many bytes it may take.
    public let limit: Int
    /// How many bytes it takes.
    public private(set) var used = 0
    /// The size of each item, by the hash of its id.
    private var sizes: [UInt64: UInt32] = [:]

    /// A budget of `limit` bytes for a catalogue without items.
    public init(limit: Int) { self.limit = limit }

    /// A budget of `limit` bytes, less what the items of `store` take, of whatever kind.
    public init(of store: any ItemStore, limit: Int) async throws(StoreError) {
        var budget = CatalogueMemoryBudget(limit: limit)
        _ = try await store.readAll { packed, _ in
            guard PackedItem.isWellFormed(packed) else { return }
            let hash = CatalogueItem.ID.hash(
                kind: PackedItem.kindBytes(in: packed),
                id: PackedItem.idBytes(in: packed)
            )
            budget.set(packed.count, for: hash)
        }
        self = budget
    }

    /// Adds items, or replaces those with the same id.
    /// - Throws: ``CatalogueMemoryError/full(needed:limit:)`` where the catalogue grows and does not fit any more.
    public mutating func add(_ items: [CatalogueItem]) throws(CatalogueMemoryError) {
        let before = used
        for item in items {
            let packed = PackedItem(
                item: item,
                arrival: 0,
                collectionArrivals: Array(repeating: 0, count: item.collections.count)
            )
            set(packed.bytes.count, for: item.id.hash)
        }
        guard used <= max(limit, before) else { throw .full(needed: used, limit: limit) }
    }

    private mutating func set(_ count: Int, for hash: UInt64) {
        let size = SnapshotBuilder.memory(ofPacked: count)
        used += size - Int(sizes.updateValue(UInt32(clamping: size), forKey: hash) ?? 0)
    }
}
