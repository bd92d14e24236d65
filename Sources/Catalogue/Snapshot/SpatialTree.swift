/// A static k-d tree of places, as points on the unit sphere.
///
/// Its leaves are blocks of ``leafSize`` points, the last one of fewer. A range of leaves is split in the middle along
/// the axis on which its points extend the most. Chords only prune: distances are computed from exact coordinates.
struct SpatialTree: Sendable {
    /// A place and the other values of its row that are read with it.
    struct Place: Sendable {
        let coordinate: Coordinate
        let listedAt: Int64
        /// `Int64.max` for never.
        let expiresAt: Int64
    }

    /// Four points, whose chords are computed at once. As large as a line of the processor's cache.
    struct Quad: Sendable {
        /// NaN for none; see ``TangentFrame`` for the axes.
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
    let frame: TangentFrame
    /// Of all points.
    let box: Box

    init(_ rows: [UInt32], _ places: [Place]) {
        let vectors = places.map(\.coordinate.unitVector)
        frame = TangentFrame(at: vectors.reduce(.zero, +))
        var builder = TreeBuilder(vectors, in: frame)
        builder.split(0..<builder.splits.count)
        box = builder.box(of: builder.points.indices)
        splits = builder.splits
        self.places = builder.points.map { places[Int($0.index)] }
        var quads = Array(repeating: Quad(), count: (rows.count + 3) / 4)
        for (index, point) in builder.points.enumerated() {
            quads[index / 4].x[index % 4] = point.coordinates.x
            quads[index / 4].y[index % 4] = point.coordinates.y
            quads[index / 4].z[index % 4] = point.coordinates.z
            quads[index / 4].rows[index % 4] = rows[Int(point.index)]
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
}

private struct TreeBuilder {
    struct Point {
        let coordinates: SIMD4<Float>
        /// The index before the arrangement.
        let index: UInt32
    }

    private(set) var points: [Point]
    private(set) var splits: [SpatialTree.Split]

    init(_ vectors: [SIMD3<Double>], in frame: TangentFrame) {
        let leafSize = SpatialTree.leafSize
        splits = Array(repeating: SpatialTree.Split(), count: (vectors.count + leafSize - 1) / leafSize)
        points = vectors.enumerated().map { index, vector in
            Point(coordinates: frame.coordinates(of: vector), index: UInt32(index))
        }
    }

    /// Splits a range of leaves until each is on its own.
    mutating func split(_ leaves: Range<Int>) {
        guard leaves.count > 1 else { return }
        let range =
            leaves.lowerBound * SpatialTree.leafSize..<min(leaves.upperBound * SpatialTree.leafSize, points.count)
        let middle = (leaves.lowerBound + leaves.upperBound) / 2
        let axis = box(of: range).widestAxis
        var span = points.mutableSpan
        span.select(middle * SpatialTree.leafSize, in: range) { $0.coordinates[axis] < $1.coordinates[axis] }
        let position = points[middle * SpatialTree.leafSize].coordinates[axis]
        splits[middle] = SpatialTree.Split(axis: Int32(axis), position: position)
        split(leaves.lowerBound..<middle)
        split(middle..<leaves.upperBound)
    }

    func box(of range: Range<Int>) -> SpatialTree.Box {
        var box = SpatialTree.Box()
        for point in points[range] { box.add(point.coordinates) }
        return box
    }
}
