extension SpatialTree {
    /// Finds the points nearest to `center`. Points whose distances differ by less than the rounding of a chord, at most
    /// some metres, come in any order.
    /// - Parameters:
    ///   - center: A point on the unit sphere.
    ///   - least: The chord from which on points are found.
    ///   - reach: The chord within which points are found.
    ///   - nearest: Receives the points.
    ///   - isWanted: Whether a row counts.
    @inline(__always)
    @_lifetime(nearest: copy nearest)
    func findNearest(
        to center: SIMD3<Double>,
        from least: Float = 0,
        within reach: Float,
        _ nearest: inout NearestPoints,
        where isWanted: (_ row: UInt32) -> Bool
    ) {
        let center = frame.coordinates(of: center)
        search(center, within: reach * reach) { index, row, square, bound in
            guard square >= least * least, isWanted(row) else { return }
            nearest.add(NearestPoint(index, at: square))
            if let farthest = nearest.farthest { bound = farthest.square }
        }
    }

    /// The rows of the points around `center`, in no order; `nil` if there are more than `limit`.
    /// - Parameters:
    ///   - center: A point on the unit sphere.
    ///   - reach: The chord within which points are found.
    func rows(around center: SIMD3<Double>, within reach: Float, limit: Int) -> [UInt32]? {
        guard isNear(center, within: reach) else { return [] }
        let center = frame.coordinates(of: center)
        var rows: [UInt32] = []
        search(center, within: reach * reach) { _, row, _, bound in
            rows.append(row)
            if rows.count > limit { bound = -1 }
        }
        return rows.count > limit ? nil : rows
    }

    /// Whether points may be within a chord of a point on the unit sphere.
    func isNear(_ center: SIMD3<Double>, within reach: Float) -> Bool {
        let center = frame.coordinates(of: center)
        // A margin for rounding to `Float`.
        return extent >= 0 && (center * center).sum().squareRoot() <= reach + extent + 1e-6
    }

    /// Leaves between two splits.
    private struct Node {
        var first = 0
        var end: Int
        /// The least distances of its points from the center on each axis.
        var offsets = SIMD4<Float>.zero

        /// A lower bound of the squared chord from the center.
        var square: Float { (offsets * offsets).sum() }
    }

    /// Visits the points within a squared chord of the center, the nearer leaves first.
    /// - Parameter visit: May lower the bound; a negative one ends the search.
    @inline(__always)
    private func search(
        _ center: SIMD4<Float>,
        within bound: Float,
        _ visit: (_ index: Int, _ row: UInt32, _ square: Float, _ bound: inout Float) -> Void
    ) {
        let splits = splits.span
        var bound = bound
        // As many as there are levels of a tree of 2²⁸ rows, the most of a segment.
        var pending = InlineArray<24, Node>(repeating: Node(end: 0))
        var pendingCount = 0
        var node = Node(end: splits.count)
        while true {
            while node.end - node.first > 1 {
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
                if far.square <= bound {
                    pending[pendingCount] = far
                    pendingCount += 1
                }
            }
            scan(leaf: node.first, center, &bound, visit)
            repeat {
                if pendingCount == 0 { return }
                pendingCount -= 1
                node = pending[pendingCount]
            } while node.square > bound
        }
    }

    @inline(__always)
    private func scan(
        leaf: Int,
        _ center: SIMD4<Float>,
        _ bound: inout Float,
        _ visit: (_ index: Int, _ row: UInt32, _ square: Float, _ bound: inout Float) -> Void
    ) {
        let quads = quads.span
        let first = leaf * (Self.leafSize / 4)
        for index in first..<min(first + Self.leafSize / 4, quads.count) {
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
