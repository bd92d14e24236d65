import Glibc

/// A static k-d tree of a partition's places, as points on the unit sphere, where poles and antimeridian need no
/// special case.
///
/// The middle point of each range splits it along an axis that depends on the depth. Chords only prune: distances are
/// computed from exact coordinates.
struct SpatialTree: Sendable {
    struct Point: Sendable {
        let x: Float
        let y: Float
        let z: Float
        let row: UInt32
        /// The exact place, here so that a search reads it with the point.
        let latitude: Double
        let longitude: Double

        init(_ place: Coordinate, row: Int) {
            let radians = Double.pi / 180
            let (latitude, longitude) = (place.latitude * radians, place.longitude * radians)
            x = Float(cos(latitude) * cos(longitude))
            y = Float(cos(latitude) * sin(longitude))
            z = Float(sin(latitude))
            self.row = UInt32(row)
            self.latitude = place.latitude
            self.longitude = place.longitude
        }

        func coordinate(on axis: Int) -> Float { axis == 0 ? x : axis == 1 ? y : z }

        func squaredChord(to other: Point) -> Float {
            let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
            return dx * dx + dy * dy + dz * dz
        }
    }

    /// The maximum number of points in a range that is not split.
    static let leafSize = 16

    let points: [Point]
    /// A center of the points, which are all within the chord ``extent``.
    private let middle: Point?
    private let extent: Float

    init(_ points: consuming [Point]) {
        var points = points
        let count = points.count
        Self.arrange(&points, 0..<count, axis: 0)
        let middle = count > 0 ? points[count / 2] : nil
        let square = middle.map { middle in points.reduce(0) { max($0, $1.squaredChord(to: middle)) } } ?? 0
        extent = square.squareRoot() + 1e-6
        self.middle = middle
        self.points = points
    }

    private static func arrange(_ points: inout [Point], _ range: Range<Int>, axis: Int) {
        guard range.count > leafSize else { return }
        let middle = (range.lowerBound + range.upperBound) / 2
        select(middle, of: &points, range, axis: axis)
        let next = axis == 2 ? 0 : axis + 1
        arrange(&points, range.lowerBound..<middle, axis: next)
        arrange(&points, middle + 1..<range.upperBound, axis: next)
    }

    /// Moves the point that belongs at `middle` there, lesser points before and greater points after it (Hoare's
    /// quickselect).
    private static func select(_ middle: Int, of points: inout [Point], _ range: Range<Int>, axis: Int) {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = points[low + (high - low) / 2].coordinate(on: axis)
            var (left, right) = (low, high)
            while left <= right {
                while points[left].coordinate(on: axis) < pivot { left += 1 }
                while points[right].coordinate(on: axis) > pivot { right -= 1 }
                if left <= right {
                    points.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if middle <= right {
                high = right
            } else if middle >= left {
                low = left
            } else {
                return
            }
        }
    }

    /// An upper bound of the chord of a great-circle distance in metres.
    static func chord(of distance: Double) -> Float {
        let angle = distance / Coordinate.earthRadius
        if angle >= .pi { return 3 }
        // 2 sin(x/2) = x − x³/24 + x⁵/1920 − …, and a margin for rounding to `Float`.
        let square = angle * angle
        return Float(angle * (1 - square / 24 * (1 - square / 80))) + 1e-6
    }

    /// Visits the points around `center` in no order.
    /// - Parameters:
    ///   - reach: The chord within which points are visited.
    ///   - visit: Receives a point, and returns whether to go on.
    func visit(around center: Point, within reach: Float, _ visit: (Point) -> Bool) {
        guard isNear(center, reach) else { return }
        _ = search(Node(range: 0..<points.count), center, reach * reach, visit)
    }

    /// The `count` points nearest to `center`, the nearest first, with their squared chords. Points whose distances
    /// differ by less than the rounding of a chord, about a metre, come in any order.
    /// - Parameters:
    ///   - reach: The chord within which points are found.
    ///   - isWanted: Whether a row counts.
    func nearest(
        _ count: Int,
        to center: Point,
        within reach: Float,
        where isWanted: (_ row: UInt32) -> Bool
    ) -> [NearestPoints.Found] {
        guard isNear(center, reach) else { return [] }
        var nearest = NearestPoints(count, within: reach * reach)
        search(Node(range: 0..<points.count), center, &nearest, isWanted)
        return nearest.found
    }

    private func search(
        _ node: Node,
        _ center: Point,
        _ nearest: inout NearestPoints,
        _ isWanted: (_ row: UInt32) -> Bool
    ) {
        let points = points.span
        func offer(_ index: Int) {
            let square = points[index].squaredChord(to: center)
            if square <= nearest.bound, isWanted(points[index].row) { nearest.add(index, at: square) }
        }
        if node.isLeaf {
            for index in node.range { offer(index) }
            return
        }
        let (middle, near, far) = split(node, center)
        search(near, center, &nearest, isWanted)
        if far.square > nearest.bound { return }
        offer(middle)
        search(far, center, &nearest, isWanted)
    }

    private func isNear(_ center: Point, _ reach: Float) -> Bool {
        middle.map { $0.squaredChord(to: center).squareRoot() <= reach + extent } ?? false
    }

    /// A range of points between two splits.
    struct Node {
        let range: Range<Int>
        /// The axis along which the range is split.
        var axis = 0
        /// The minimum distance of its points from the center along each axis.
        var offsets = SIMD3<Float>.zero

        /// A lower bound of the squared chord from the center.
        var square: Float { (offsets * offsets).sum() }

        var isLeaf: Bool { range.count <= leafSize }
    }

    /// The middle of a node's range, which is a point of its own, and the nodes on both sides of it.
    private func split(_ node: Node, _ center: Point) -> (middle: Int, near: Node, far: Node) {
        let middle = (node.range.lowerBound + node.range.upperBound) / 2
        let difference = center.coordinate(on: node.axis) - points[middle].coordinate(on: node.axis)
        let next = node.axis == 2 ? 0 : node.axis + 1
        let (below, above) = (node.range.lowerBound..<middle, middle + 1..<node.range.upperBound)
        let near = Node(range: difference < 0 ? below : above, axis: next, offsets: node.offsets)
        var far = Node(range: difference < 0 ? above : below, axis: next, offsets: node.offsets)
        far.offsets[node.axis] = difference
        return (middle, near, far)
    }

    /// - Returns: Whether to go on.
    private func search(_ node: Node, _ center: Point, _ square: Float, _ visit: (Point) -> Bool) -> Bool {
        func offer(_ index: Int) -> Bool {
            points[index].squaredChord(to: center) > square || visit(points[index])
        }
        if node.isLeaf { return node.range.allSatisfy(offer) }
        let (middle, near, far) = split(node, center)
        guard search(near, center, square, visit) else { return false }
        return far.square > square || offer(middle) && search(far, center, square, visit)
    }
}
