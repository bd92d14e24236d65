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

    /// Visits points around `center`, near ones before those on the far side of a split.
    /// - Parameters:
    ///   - reach: The chord within which points are visited.
    ///   - visit: Receives a point, and returns the chord for those that follow; a negative one ends the search.
    func visit(around center: Point, within reach: Float, _ visit: (Point) -> Float) {
        guard let middle, middle.squaredChord(to: center).squareRoot() <= reach + extent else { return }
        var reach = reach
        search(0..<points.count, axis: 0, center, offsets: .zero, &reach, visit)
    }

    /// - Parameter offsets: The minimum distance of the range from the center along each axis.
    private func search(
        _ range: Range<Int>,
        axis: Int,
        _ center: Point,
        offsets: SIMD3<Float>,
        _ reach: inout Float,
        _ visit: (Point) -> Float
    ) {
        guard range.count > Self.leafSize else {
            for index in range { offer(points[index], center, &reach, visit) }
            return
        }
        let middle = (range.lowerBound + range.upperBound) / 2
        let difference = center.coordinate(on: axis) - points[middle].coordinate(on: axis)
        let next = axis == 2 ? 0 : axis + 1
        let (below, above) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
        search(difference < 0 ? below : above, axis: next, center, offsets: offsets, &reach, visit)
        var offsets = offsets
        offsets[axis] = difference
        guard reach >= 0, (offsets * offsets).sum() <= reach * reach else { return }
        offer(points[middle], center, &reach, visit)
        search(difference < 0 ? above : below, axis: next, center, offsets: offsets, &reach, visit)
    }

    private func offer(_ point: Point, _ center: Point, _ reach: inout Float, _ visit: (Point) -> Float) {
        guard reach >= 0, point.squaredChord(to: center) <= reach * reach else { return }
        reach = visit(point)
    }
}
