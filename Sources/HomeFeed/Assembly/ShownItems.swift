/// The items that a home shows already, as a table of their identities with open addressing: each is looked for where its
/// bits, well mixed, say, and in the places behind. What came last can be taken back.
struct ShownItems {
    /// 0 is a free place.
    private var places: [UInt64]
    /// The places taken, in the order of their taking.
    private var taken: [Int] = []

    /// A table for `capacity` items before it has to grow.
    init(capacity: Int) {
        var size = 64
        while size < 2 * capacity { size *= 2 }
        places = Array(repeating: 0, count: size)
        taken.reserveCapacity(size / 2)
    }

    var count: Int { taken.count }

    func contains(_ item: Identity) -> Bool {
        places[place(of: item.bits)] != 0
    }

    /// Adds an item that is not among them.
    mutating func insert(_ item: Identity) {
        if 2 * (taken.count + 1) > places.count { grow() }
        let place = place(of: item.bits)
        places[place] = item.bits
        taken.append(place)
    }

    /// Takes back those that were added behind the first `count`. The last first, so that nobody is cut off from the
    /// place where it would be looked for.
    mutating func remove(behind count: Int) {
        while taken.count > count { places[taken.removeLast()] = 0 }
    }

    /// Where the item is, or where it would be.
    private func place(of bits: UInt64) -> Int {
        // Fibonacci hashing: the golden ratio's bits mix those of the identity upward.
        var place = Int(truncatingIfNeeded: bits &* 0x9e37_79b9_7f4a_7c15 >> 32) & (places.count - 1)
        while places[place] != 0, places[place] != bits { place = (place + 1) & (places.count - 1) }
        return place
    }

    private mutating func grow() {
        let items = taken.map { places[$0] }
        places = Array(repeating: 0, count: 2 * places.count)
        taken.removeAll(keepingCapacity: true)
        for bits in items {
            let place = place(of: bits)
            places[place] = bits
            taken.append(place)
        }
    }
}
