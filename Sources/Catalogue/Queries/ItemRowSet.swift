/// Rows of one snapshot: a hash table for a few hundred rows that is cheap to make and to fill.
package struct ItemRowSet {
    /// The bits of a row; `free` elsewhere.
    private var slots: [UInt32]
    private var count = 0

    /// No row has these bits: a segment has fewer rows.
    private static let free = UInt32.max

    /// A set without rows.
    package init() { slots = Array(repeating: Self.free, count: 1_024) }

    /// Adds a row. Returns whether it was not there yet.
    package mutating func insert(_ row: ItemRow) -> Bool {
        var slot = self.slot(of: row.bits)
        while slots[slot] != Self.free {
            if slots[slot] == row.bits { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = row.bits
        count += 1
        if count * 2 > slots.count { grow() }
        return true
    }

    private mutating func grow() {
        let rows = slots.filter { $0 != Self.free }
        slots = Array(repeating: Self.free, count: slots.count * 2)
        for bits in rows {
            var slot = self.slot(of: bits)
            while slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = bits
        }
    }

    /// Where the search for a row begins (Fibonacci hashing).
    private func slot(of bits: UInt32) -> Int {
        Int(truncatingIfNeeded: UInt64(bits) &* 0x9e37_79b9_7f4a_7c15 >> 32) & (slots.count - 1)
    }
}
