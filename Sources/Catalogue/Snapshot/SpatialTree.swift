/// A static k-d tree of places, as points on the unit sphere (``Coordinate/direction``).
///
/// Its leaves are blocks of ``leafSize`` points, the last one of fewer. A range of leaves is split in the middle along
/// the axis on which its points extend the most. Chords only prune: distances are computed from exact coordinates.
struct SpatialTree: Sendable {
    /// A place and the other values of its row that are read with it.
    struct Place: Sendable {
        let coordinate: Coordinate
        let listedAt: Instant
        /// ``Instant/distantFuture`` for never.
        let expiresAt: Instant
    }

    /// Four points, whose chords are computed at once. As large as a line of the processor's cache.
    struct Quad: Sendable {
        /// NaN for none.
        var x = SIMD4<Float>(repeating: .nan)
        var y = SIMD4<Float>(repeating: .nan)
        var z = SIMD4<Float>(repeating: .nan)
        var rows = SIMD4<UInt32>.zero
    }

    /// A plane between the leaves before and after it.
    struct Split: Sendable {
        var axis: Int32 = 0
        /// The least coordinate of the points after it; those before it have no greater one.
        var position: Float = 0
    }

    /// The least box around points, with sides along the axes.
    struct Box: Sendable {
        private(set) var low = SIMD4<Float>(repeating: .infinity)
        private(set) var high = SIMD4<Float>(repeating: -.infinity)

        mutating func add(_ point: SIMD4<Float>) {
            low.replace(with: point, where: point .< low)
            high.replace(with: point, where: point .> high)
        }

        var widestAxis: Int {
            let sides = high - low
            return sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2
        }

        /// The distances from a point on each axis, 0 within its sides; infinite if it is empty.
        func offsets(from point: SIMD4<Float>) -> SIMD4<Float> {
            var offsets = SIMD4<Float>.zero
            offsets.replace(with: low - point, where: point .< low)
            offsets.replace(with: point - high, where: point .> high)
            return offsets
        }
    }

    /// The number of points of a leaf, a multiple of four.
    static let leafSize = 32

    let quads: [Quad]
    let places: [Place]
    /// The split before each leaf; that of the first one is not used.
    let splits: [Split]
    /// Of all points.
    let box: Box

    init(_ rows: [UInt32], _ places: [Place]) {
        let leafSize = Self.leafSize
        // The points, and their indices before the arrangement.
        var points = places.enumerated().map { (direction: $1.coordinate.direction, index: $0) }
        var splits = Array(repeating: Split(), count: (points.count + leafSize - 1) / leafSize)
        func box(around range: Range<Int>) -> Box {
            points[range].reduce(into: Box()) { $0.add($1.direction) }
        }
        /// Splits a range of leaves until each is on its own.
        func split(_ leaves: Range<Int>) {
            guard leaves.count > 1 else { return }
            let middle = (leaves.lowerBound + leaves.upperBound) / 2
            let range = leaves.lowerBound * leafSize..<min(leaves.upperBound * leafSize, points.count)
            let axis = box(around: range).widestAxis
            var span = points.mutableSpan
            span.select(middle * leafSize, in: range) { $0.direction[axis] < $1.direction[axis] }
            splits[middle] = Split(axis: Int32(axis), position: points[middle * leafSize].direction[axis])
            split(leaves.lowerBound..<middle)
            split(middle..<leaves.upperBound)
        }
        split(splits.indices)
        self.splits = splits
        self.box = box(around: points.indices)
        self.places = points.map { places[$0.index] }
        var quads = Array(repeating: Quad(), count: (points.count + 3) / 4)
        for (index, point) in points.enumerated() {
            quads[index / 4].x[index % 4] = point.direction.x
            quads[index / 4].y[index % 4] = point.direction.y
            quads[index / 4].z[index % 4] = point.direction.z
            quads[index / 4].rows[index % 4] = rows[point.index]
        }
        self.quads = quads
    }

    func row(at index: Int) -> UInt32 { quads[index / 4].rows[index % 4] }

    /// An upper bound of the chord of a great-circle distance in metres, as a search computes it.
    static func chord(of distance: Double) -> Float {
        let angle = distance / Coordinate.earthRadius
        if angle >= .pi { return 3 }
        // 2 sin(x/2) = x − x³/24 + x⁵/1920 − …
        let square = angle * angle
        return Float(angle * (1 - square / 24 * (1 - square / 80))) + rounding
    }

    static func leastChord(of distance: Double) -> Float {
        // Up to there, the terms of `chord` are as exact as `Float`.
        distance < 500_000 ? max(0, chord(of: distance) - 2 * rounding) : 0
    }

    /// More than the chord between two points can differ by rounding to `Float`.
    private static let rounding: Float = 1e-6

    /// The rows of the points within a chord of a ``Coordinate/direction``, in no order; `nil` if there are more than
    /// `limit`.
    func rows(around center: SIMD4<Float>, within reach: Float, limit: Int) -> [UInt32]? {
        var rows: [UInt32] = []
        search(around: center, within: reach * reach) { _, row, _, bound in
            rows.append(row)
            if rows.count > limit { bound = -1 }
        }
        return rows.count > limit ? nil : rows
    }

    /// Whether points may be within a chord of a place.
    func isNear(_ center: SIMD4<Float>, within reach: Float) -> Bool {
        let offsets = box.offsets(from: center)
        return (offsets * offsets).sum() <= reach * reach
    }

    /// The greatest value of the rows in each node: those before a split and after it, by the index of the split, then
    /// those in each leaf.
    func greatest(_ value: (_ row: UInt32) -> Float) -> [Float] {
        var greatest = Array(repeating: -Float.infinity, count: 2 * splits.count)
        for index in places.indices {
            let leaf = splits.count + index / Self.leafSize
            greatest[leaf] = max(greatest[leaf], value(row(at: index)))
        }
        func raise(_ leaves: Range<Int>) -> Float {
            guard leaves.count > 1 else { return greatest[splits.count + leaves.lowerBound] }
            let middle = (leaves.lowerBound + leaves.upperBound) / 2
            greatest[middle] = max(raise(leaves.lowerBound..<middle), raise(middle..<leaves.upperBound))
            return greatest[middle]
        }
        if !splits.isEmpty { _ = raise(splits.indices) }
        return greatest
    }

    /// Leaves between two splits.
    private struct Node {
        var first = 0
        var end: Int
        /// The least distances of its points from the center on each axis.
        var offsets = SIMD4<Float>.zero

        /// A lower bound of the squared chord from the center.
        var square: Float { (offsets * offsets).sum() }

        /// The index of the split in its middle; that of a leaf follows those of all splits.
        func number(in splitCount: Int) -> Int {
            end - first > 1 ? (first + end) / 2 : splitCount + first
        }
    }

    /// The leaves around a place, the nearer first.
    struct Leaves: ~Copyable, ~Escapable {
        private let splits: Span<Split>
        private let pointCount: Int
        private let center: SIMD4<Float>
        // As many as there are levels of a tree of 2²⁸ rows, the most of a shard.
        private var pending: InlineArray<24, Node>
        private var pendingCount: Int

        @_lifetime(borrow tree)
        init(of tree: borrowing SpatialTree, around center: SIMD4<Float>) {
            splits = tree.splits.span
            pointCount = tree.places.count
            self.center = center
            let root = Node(end: tree.splits.count, offsets: tree.box.offsets(from: center))
            pending = InlineArray(repeating: root)
            pendingCount = tree.splits.isEmpty ? 0 : 1
        }

        /// The next leaf: the indices of its points and a lower bound of their squared chord.
        /// - Parameter isOpen: Whether points of a node matter, by such a bound; see ``SpatialTree/greatest(_:)``.
        @inline(__always)
        @_lifetime(self: copy self)
        mutating func next(
            where isOpen: (_ node: Int, _ square: Float) -> Bool
        ) -> (points: Range<Int>, square: Float)? {
            while pendingCount > 0 {
                pendingCount -= 1
                var node = pending[pendingCount]
                while isOpen(node.number(in: splits.count), node.square) {
                    if node.end - node.first == 1 {
                        let first = node.first * leafSize
                        return (first..<min(first + leafSize, pointCount), node.square)
                    }
                    let middle = (node.first + node.end) / 2
                    let split = splits[middle]
                    let difference = center[Int(split.axis)] - split.position
                    var far = node
                    far.offsets[Int(split.axis)] = difference
                    if difference < 0 {
                        (node.end, far.first) = (middle, middle)
                    } else {
                        (node.first, far.end) = (middle, middle)
                    }
                    pending[pendingCount] = far
                    pendingCount += 1
                }
            }
            return nil
        }
    }

    /// Visits the points within a squared chord of the center, the nearer leaves first. By rounding, it differs from the
    /// distance by up to some metres.
    /// - Parameter visit: May lower the bound; a negative one ends the search.
    @inline(__always)
    func search(
        around center: SIMD4<Float>,
        within bound: Float,
        _ visit: (_ index: Int, _ row: UInt32, _ square: Float, _ bound: inout Float) -> Void
    ) {
        var bound = bound
        let quads = quads.span
        var leaves = Leaves(of: self, around: center)
        while let leaf = leaves.next(where: { $1 <= bound }) {
            for index in leaf.points.lowerBound / 4..<(leaf.points.upperBound + 3) / 4 {
                let quad = quads[index]
                let (x, y, z) = (quad.x - center.x, quad.y - center.y, quad.z - center.z)
                let squares = x * x + y * y + z * z
                guard any(squares .<= bound) else { continue }
                for lane in 0..<4 where squares[lane] <= bound {
                    visit(index * 4 + lane, quad.rows[lane], squares[lane], &bound)
                }
            }
        }
    }
}
