struct NearestPoint: Comparable {
    /// The bits of the squared chord, which order like the chords, then the index.
    private let bits: UInt64

    init(_ index: Int, at square: Float) { bits = UInt64(square.bitPattern) << 32 | UInt64(index) }

    var index: Int { Int(bits & 0xffff_ffff) }
    var square: Float { Float(bitPattern: UInt32(bits >> 32)) }

    static func < (one: NearestPoint, other: NearestPoint) -> Bool { one.bits < other.bits }
}

/// The nearest of the points that a search offers, the nearest first.
struct NearestPoints: ~Copyable, ~Escapable {
    private var points: MutableSpan<NearestPoint>
    let limit: Int
    private(set) var count = 0

    @_lifetime(copy room)
    init(_ limit: Int, in room: consuming MutableSpan<NearestPoint>) {
        precondition((1...room.count).contains(limit))
        self.limit = limit
        points = room
    }

    subscript(index: Int) -> NearestPoint { points[index] }

    /// The farthest of the nearest points, once there are as many as the limit.
    var farthest: NearestPoint? { count == limit ? points[count - 1] : nil }

    @_lifetime(self: copy self)
    mutating func add(_ point: NearestPoint) {
        if count < limit {
            count += 1
        } else if points[count - 1] < point {
            return
        }
        var index = count - 1
        // Sound: `index` is in 0..<count, and `count` is at most the limit, for which `init` found room.
        while index > 0, unsafe point < points[unchecked: index - 1] {
            unsafe points[unchecked: index] = unsafe points[unchecked: index - 1]
            index -= 1
        }
        unsafe points[unchecked: index] = point
    }

    /// Removes points behind the first ones.
    @_lifetime(self: copy self)
    mutating func removeAll(from first: Int, where isRemoved: (NearestPoint) -> Bool) {
        var kept = first
        for index in first..<max(first, count) where !isRemoved(points[index]) {
            points[kept] = points[index]
            kept += 1
        }
        count = min(kept, count)
    }
}
