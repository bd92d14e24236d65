/// Keeps the nearest of the points that a search offers. It collects up to twice as many, then drops the farther half,
/// so that a point costs the same however many are wanted.
struct NearestPoints {
    /// The index of a point and its squared chord from the center.
    struct Found {
        /// The bits of the squared chord, which order like the chords, then the index.
        fileprivate let bits: UInt64

        fileprivate init(_ index: Int, at square: Float) { bits = UInt64(square.bitPattern) << 32 | UInt64(index) }

        /// The index of the point in the tree.
        var index: Int { Int(bits & 0xffff_ffff) }
        /// The squared chord.
        var square: Float { Float(bitPattern: UInt32(bits >> 32)) }
    }

    private let count: Int
    private var found: [Found] = []
    /// The squared chord beyond which no point is among the nearest.
    private(set) var bound: Float

    /// - Parameters:
    ///   - count: The number of points to keep.
    ///   - bound: The squared chord within which points are kept.
    init(_ count: Int, within bound: Float) {
        self.count = count
        self.bound = bound
        found.reserveCapacity(2 * count)
    }

    /// Adds a point within ``bound``.
    mutating func add(_ index: Int, at square: Float) {
        found.append(Found(index, at: square))
        if found.count == 2 * count { dropFarthest() }
    }

    private mutating func dropFarthest() {
        let count = count
        var span = found.mutableSpan
        span.select(count - 1, in: span.indices) { $0.bits }
        found.removeLast(found.count - count)
        bound = min(bound, found[count - 1].square)
    }

    /// The points, the nearest first.
    consuming func sorted() -> [Found] {
        if found.count > count { dropFarthest() }
        found.sort { $0.bits < $1.bits }
        return found
    }
}

extension MutableSpan {
    /// Moves the element that belongs at `index` of the sorted range there, lesser ones before and greater ones after
    /// it (Hoare's quickselect).
    @inline(__always)
    mutating func select(_ index: Int, in range: Range<Int>, by key: (Element) -> some Comparable)
    where Element: Copyable {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = key(self[low + (high - low) / 2])
            var (left, right) = (low, high)
            while left <= right {
                while key(self[left]) < pivot { left += 1 }
                while key(self[right]) > pivot { right -= 1 }
                if left <= right {
                    swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if index <= right {
                high = right
            } else if index >= left {
                low = left
            } else {
                return
            }
        }
    }
}
