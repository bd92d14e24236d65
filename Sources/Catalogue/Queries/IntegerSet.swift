/// A set of hashes or of few integers: a hash table with linear probing that is faster than `Set`.
struct IntegerSet<Element: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    /// The elements, else ``free``. The count is a power of two or 0.
    private var slots: [Element] = []
    private(set) var count = 0

    private static var free: Element { .max }
    /// Enough for the items of most homes.
    private static var minimumSlots: Int { 128 }

    /// An empty set allocates no memory.
    init(_ elements: [Element] = []) {
        reserveCapacity(elements.count)
        for element in elements { insert(element) }
    }

    var isEmpty: Bool { count == 0 }

    func contains(_ element: Element) -> Bool {
        count > 0 && slots.span[slot(of: Self.stored(element))] != Self.free
    }

    @discardableResult
    mutating func insert(_ element: Element) -> Bool {
        if count * 2 >= slots.count { resize(to: count + 1) }
        let slot = slot(of: Self.stored(element))
        var slots = slots.mutableSpan
        if slots[slot] != Self.free { return false }
        slots[slot] = Self.stored(element)
        count += 1
        return true
    }

    mutating func reserveCapacity(_ count: Int) {
        if count * 2 > slots.count { resize(to: count) }
    }

    mutating func remove(_ element: Element) {
        guard contains(element) else { return }
        let slot = slot(of: Self.stored(element))
        slots[slot] = Self.free
        count -= 1
        // Move the elements after it, whose probe sequences may include its slot.
        var next = (slot + 1) & (slots.count - 1)
        while slots[next] != Self.free {
            let moved = slots[next]
            slots[next] = Self.free
            slots[self.slot(of: moved)] = moved
            next = (next + 1) & (slots.count - 1)
        }
    }

    /// The greatest integer marks a free slot, and is treated as the one before it.
    private static func stored(_ element: Element) -> Element { min(element, free - 1) }

    private mutating func resize(to count: Int) {
        var size = Self.minimumSlots
        while size < count * 4 { size *= 2 }
        let elements = slots
        slots = Array(repeating: Self.free, count: size)
        for element in elements where element != Self.free { slots[slot(of: element)] = element }
    }

    /// The slot of an element, or where it belongs.
    @inline(__always)
    private func slot(of element: Element) -> Int {
        let slots = slots.span
        // Fibonacci hashing.
        let hash = UInt64(truncatingIfNeeded: element) &* 0x9e37_79b9_7f4a_7c15 >> 32
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != element, slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}
