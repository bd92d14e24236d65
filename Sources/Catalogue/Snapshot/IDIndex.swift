/// An index of a segment's rows by ``CatalogueItem/ID/hash``: a hash table with linear probing.
struct IDIndex: Sendable {
    /// Rows plus one; 0 is free. At most two thirds are used.
    private var slots: [UInt32]

    init(count: Int) {
        var size = 8
        while size * 2 < count * 3 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    mutating func insert(_ row: Int, hash: UInt64) {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(row + 1)
    }

    func row(hash: UInt64, where matches: (Int) -> Bool) -> Int? {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let row = Int(slots[slot]) - 1
            if matches(row) { return row }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }
}
