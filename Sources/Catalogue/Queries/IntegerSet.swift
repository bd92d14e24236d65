/// A set of integers that are hashes, or few: a hash table with linear probing that is cheaper to make, to fill and to ask than `Set`.
struct IntegerSet<Element: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    /// The elements; ``free`` elsewhere. A power of two of them, or none.
    private var slots: [Element] = []
    private(set) var count = 0

    private static var free: Element { .max }

    /// An empty set. It allocates memory with its first element.
    init() {}

    /// A set of these elements.
    init(_ elements: some Collection<Element>) {
        if elements.isEmpty { return }
        resize(to: elements.count)
        for element in elements { insert(element) }
    }

    var isEmpty: Bool { count == 0 }

    func contains(_ element: Element) -> Bool {
        if count == 0 { return false }
        return slots[slot(of: Self.stored(element))] != Self.free
    }

    /// Adds an element.
    /// - Returns: whether it was not there yet.
    @discardableResult
    mutating func insert(_ element: Element) -> Bool {
        if count * 2 >= slots.count { resize(to: count + 1) }
        let slot = slot(of: Self.stored(element))
        if slots[slot] != Self.free { return false }
        slots[slot] = Self.stored(element)
        count += 1
        return true
    }

    /// Removes an element, if it is there.
    mutating func remove(_ element: Element) {
        guard contains(element) else { return }
        let slot = slot(of: Self.stored(element))
        slots[slot] = Self.free
        count -= 1
        // Those behind it may stand elsewhere than their search begins.
        var next = (slot + 1) & (slots.count - 1)
        while slots[next] != Self.free {
            let moved = slots[next]
            slots[next] = Self.free
            slots[self.slot(of: moved)] = moved
            next = (next + 1) & (slots.count - 1)
        }
    }

    /// The greatest integer means a free slot, and counts as the one before it.
    private static func stored(_ element: Element) -> Element { min(element, free - 1) }

    private mutating func resize(to count: Int) {
        var size = 32
        while size < count * 4 { size *= 2 }
        let elements = slots
        slots = Array(repeating: Self.free, count: size)
        for element in elements where element != Self.free { slots[slot(of: element)] = element }
    }

    /// Where the element stands or belongs. Its search begins where the middle bits of a product say (Fibonacci hashing).
    private func slot(of element: Element) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: element) &* 0x9e37_79b9_7f4a_7c15 >> 32) & mask
        while slots[slot] != element, slots[slot] != Self.free { slot = (slot + 1) & mask }
        return slot
    }
}
