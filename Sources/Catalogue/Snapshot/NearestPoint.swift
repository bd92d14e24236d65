/// A point that a search of a ``SpatialTree`` has found.
struct NearestPoint: Comparable {
    /// The bits of the squared chord, which order like the chords, then the index.
    private let bits: UInt64

    init(_ index: Int, at square: Float) { bits = UInt64(square.bitPattern) << 32 | UInt64(index) }

    /// The index of the point in the tree.
    var index: Int { Int(bits & 0xffff_ffff) }
    /// The squared chord.
    var square: Float { Float(bitPattern: UInt32(bits >> 32)) }

    static func < (one: NearestPoint, other: NearestPoint) -> Bool { one.bits < other.bits }
}

// The nearest points so far: when full, a heap, the farthest first.
extension OutputSpan<NearestPoint> {
    /// The farthest of the nearest points, when full.
    var farthest: NearestPoint? { isFull ? self[0] : nil }

    /// Adds a point if it is among the nearest.
    mutating func keepNearest(_ point: NearestPoint) {
        if !isFull {
            append(point)
            guard isFull else { return }
            var index = count / 2
            while index > 0 {
                index -= 1
                sink(self[index], from: index)
            }
        } else if point < self[0] {
            sink(point, from: 0)
        }
    }

    /// Writes a point at `index`, or below nearer ones.
    private mutating func sink(_ point: NearestPoint, from index: Int) {
        var points = mutableSpan
        var index = index
        while true {
            var child = 2 * index + 1
            if child >= points.count { break }
            if child + 1 < points.count, points[child] < points[child + 1] { child += 1 }
            if points[child] < point { break }
            points[index] = points[child]
            index = child
        }
        points[index] = point
    }
}
