struct NearestPoint: Comparable {
    /// The bits of the squared chord, which order like the chords, then the index.
    private let bits: UInt64

    init(_ index: Int, at square: Float) { bits = UInt64(square.bitPattern) << 32 | UInt64(index) }

    var index: Int { Int(bits & 0xffff_ffff) }
    var square: Float { Float(bitPattern: UInt32(bits >> 32)) }

    static func < (one: NearestPoint, other: NearestPoint) -> Bool { one.bits < other.bits }
}

/// The nearest of the points that a search offers, the nearest first.
struct NearestPoints: ~Copyable {
    private var points = InlineArray<256, NearestPoint>(repeating: NearestPoint(0, at: 0))
    let limit: Int
    private(set) var count = 0

    /// - Parameter limit: 1…256.
    init(_ limit: Int) {
        precondition((1...points.count).contains(limit))
        self.limit = limit
    }

    subscript(index: Int) -> NearestPoint { points[index] }

    /// The farthest of the nearest points, once there are as many as the limit.
    var farthest: NearestPoint? { count == limit ? points[count - 1] : nil }

    mutating func add(_ point: NearestPoint) {
        if count < limit {
            count += 1
        } else if points[count - 1] < point {
            return
        }
        var index = count - 1
        // Sound: `index` is in 0..<count, and `count` is at most the limit, for which there is room.
        while index > 0, unsafe point < points[unchecked: index - 1] {
            unsafe points[unchecked: index] = unsafe points[unchecked: index - 1]
            index -= 1
        }
        unsafe points[unchecked: index] = point
    }

    /// Removes points behind the first ones.
    mutating func removeAll(from first: Int, where isRemoved: (NearestPoint) -> Bool) {
        var kept = first
        for index in first..<max(first, count) where !isRemoved(points[index]) {
            points[kept] = points[index]
            kept += 1
        }
        count = min(kept, count)
    }
}
