extension SpatialTree {
    /// The rows of the points around `center`, in no order; `nil` if there are more than `limit`.
    /// - Parameters:
    ///   - center: The ``Coordinate/direction`` of a place.
    ///   - reach: The chord within which points are found.
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
