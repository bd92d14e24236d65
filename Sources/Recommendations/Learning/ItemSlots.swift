/// Numbers the items that users have opened, in the order of their first opening.
struct ItemSlots: Sendable {
    /// The ``CatalogueItem/ID/hash`` of each item.
    private(set) var hashes: [UInt64] = []
    private var slots: [UInt64: UInt32] = [:]

    init() {}

    /// Slots for these items, in this order; `nil` if one occurs twice.
    init?(_ hashes: [UInt64]) {
        self.hashes = hashes
        slots.reserveCapacity(hashes.count)
        for (slot, hash) in hashes.enumerated() where slots.updateValue(UInt32(slot), forKey: hash) != nil {
            return nil
        }
    }

    var count: Int { hashes.count }

    subscript(hash: UInt64) -> Int? { slots[hash].map { Int($0) } }

    mutating func add(_ hash: UInt64) -> Int {
        slots[hash] = UInt32(hashes.count)
        hashes.append(hash)
        return hashes.count - 1
    }
}
