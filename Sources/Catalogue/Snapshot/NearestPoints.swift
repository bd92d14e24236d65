/// Keeps the nearest of the points that a search offers, in order.
struct NearestPoints {
    /// The index of a point and its squared chord from the center.
    struct Found {
        /// The bits of the squared chord, which order like the chords, then the index.
        private let bits: UInt64

        fileprivate init(_ index: Int, at square: Float) { bits = UInt64(square.bitPattern) << 32 | UInt64(index) }

        /// The index of the point in the tree.
        var index: Int { Int(bits & 0xffff_ffff) }
        /// The squared chord.
        var square: Float { Float(bitPattern: UInt32(bits >> 32)) }

        fileprivate func precedes(_ other: Found) -> Bool { bits < other.bits }
    }

    private let count: Int
    /// The nearest first.
    private(set) var found: [Found] = []
    /// The squared chord beyond which no point is among the nearest.
    private(set) var bound: Float

    /// - Parameters:
    ///   - count: The number of points to keep, above 0.
    ///   - bound: The squared chord within which points are kept.
    init(_ count: Int, within bound: Float) {
        self.count = count
        self.bound = bound
        found.reserveCapacity(count)
    }

    /// Adds a point within ``bound``.
    mutating func add(_ index: Int, at square: Float) {
        let point = Found(index, at: square)
        if found.count < count {
            found.append(point)
        } else if !point.precedes(found[count - 1]) {
            return
        }
        var span = found.mutableSpan
        var place = span.count - 1
        while place > 0, point.precedes(span[place - 1]) {
            span[place] = span[place - 1]
            place -= 1
        }
        span[place] = point
        if found.count == count { bound = found[count - 1].square }
    }
}
