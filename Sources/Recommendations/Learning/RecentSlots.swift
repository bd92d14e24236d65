/// The items that a user opened last, the latest first, each once.
struct RecentSlots: Sendable {
    private var slots = OpeningWeights.Paired<UInt32>(repeating: 0)
    private(set) var count = 0

    subscript(index: Int) -> UInt32 { slots[index] }

    /// Moves an item to the front; the last one may leave.
    mutating func insert(_ slot: UInt32) {
        var end = 0
        while end < count, slots[end] != slot { end += 1 }
        if end == count {
            count = min(count + 1, slots.count)
            end = count - 1
        }
        while end > 0 {
            slots[end] = slots[end - 1]
            end -= 1
        }
        slots[0] = slot
    }
}
