import SeededRandom
import Testing

@testable import Catalogue

/// Searches of the tree against a scan of every point.
@Suite struct `A spatial tree` {
    private static func tree(_ places: [Coordinate]) -> SpatialTree {
        SpatialTree(
            places.indices.map { UInt32($0) * 3 },
            places.enumerated().map { index, place in
                SpatialTree.Place(coordinate: place, listedAt: Instant(seconds: index), expiresAt: .distantFuture)
            }
        )
    }

    private static func nearest(
        _ limit: Int,
        in tree: SpatialTree,
        to center: Coordinate,
        from least: Float = 0,
        within reach: Float = 3,
        where isWanted: (UInt32) -> Bool = { _ in true }
    ) -> [NearestPoint] {
        var room = Array(repeating: NearestPoint(0, at: 0), count: limit)
        var nearest = NearestPoints(limit, in: room.mutableSpan)
        tree.search(around: center.direction, within: reach * reach) { index, row, square, bound in
            guard square >= least * least, isWanted(row) else { return }
            nearest.add(NearestPoint(index, at: square))
            if let farthest = nearest.farthest { bound = farthest.square }
        }
        var found: [NearestPoint] = []
        for index in 0..<nearest.count { found.append(nearest[index]) }
        return found
    }

    /// Checks that the nearest points are those of a scan, but for the rounding of chords.
    private static func check(
        _ tree: SpatialTree,
        _ places: [Coordinate],
        around center: Coordinate,
        _ count: Int,
        within radius: Double,
        where isWanted: (Int) -> Bool = { _ in true }
    ) {
        let reach = SpatialTree.chord(of: radius)
        let found = nearest(count, in: tree, to: center, within: reach) { isWanted(Int($0 / 3)) }
        let rows = found.map { Int(tree.row(at: $0.index) / 3) }
        let wanted = places.indices.filter(isWanted)
        let expected = wanted.map { center.distance(to: places[$0]) }.sorted()
        let distances = rows.map { center.distance(to: places[$0]) }
        // Half the sphere away, a metre more or less hardly changes the chord.
        let rounding = { (distance: Double) in distance < 15_000_000 ? 20.0 : 50_000 }
        #expect(Set(rows).count == rows.count && rows.allSatisfy(isWanted))
        #expect(rows.count >= min(count, expected.count { $0 <= radius }) && rows.count <= count)
        #expect(zip(distances, expected).allSatisfy { abs($0 - $1) <= rounding($1) })
        #expect(distances.allSatisfy { $0 <= radius + rounding(radius) })
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        for point in found {
            let place = tree.places[point.index]
            let row = Int(place.listedAt.seconds)
            #expect(tree.row(at: point.index) == UInt32(row) * 3)
            #expect(place.coordinate == places[row])
        }
    }

    private static func random(
        _ latitudes: ClosedRange<Double>,
        _ longitudes: ClosedRange<Double>,
        _ random: inout SplitMix64
    ) -> Coordinate {
        Coordinate(
            latitude: Double.random(in: latitudes, using: &random),
            longitude: Double.random(in: longitudes, using: &random)
        )!
    }

    @Test(arguments: [(48.14, 11.58), (40.7, -47.3), (-33.9, 151.2)])
    func `knows how far its leaves are from a place on another continent`(latitude: Double, longitude: Double) throws {
        var random = SplitMix64(seed: 3)
        let tree = Self.tree((0..<1_000).map { _ in Self.random(41.5...41.7, -83.7...(-83.4), &random) })
        let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
        var leaves = SpatialTree.Leaves(of: tree, around: center.direction)
        var count = 0
        while let leaf = leaves.next(where: { _, _ in true }) {
            let squares = leaf.points.map { index in
                let place = tree.places[index]
                let offset = place.coordinate.unitVector - center.unitVector
                return Float((offset * offset).sum())
            }
            let nearest = try #require(squares.min())
            #expect(leaf.square <= nearest + 1e-6 && leaf.square >= 0.98 * nearest)
            count += 1
        }
        #expect(count == 32)
    }

    @Test(arguments: [1, 2, 5, 31, 32, 33, 64, 100, 1_000, 5_000])
    func `finds the nearest of many or few places in a town`(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let places = (0..<count).map { _ in Self.random(41.4...41.8, -83.9 ... -83.2, &random) }
        let tree = Self.tree(places)
        for _ in 0..<50 {
            let center = Self.random(41.2...42, -84.2 ... -83, &random)
            let limit = [1, 3, 24, 100].randomElement(using: &random)!
            let radius = [500.0, 10_000, 50_000, .infinity].randomElement(using: &random)!
            Self.check(tree, places, around: center, limit, within: radius)
            Self.check(tree, places, around: center, limit, within: radius) { $0 % 3 != 0 }
        }
    }

    @Test func `finds the nearest places all over the world`() {
        var random = SplitMix64(seed: 1)
        let places = (0..<3_000).map { _ in Self.random(-90...90, -180...180, &random) }
        let tree = Self.tree(places)
        for _ in 0..<100 {
            let center = Self.random(-90...90, -180...180, &random)
            for radius in [200_000, 2_000_000, 12_000_000, .infinity] {
                Self.check(tree, places, around: center, 24, within: radius)
            }
        }
    }

    @Test(arguments: [(90.0, 0.0), (-90, 77), (0, 180), (-17, -180)])
    func `finds the nearest places around poles and across the antimeridian`(latitude: Double, longitude: Double) throws
    {
        var random = SplitMix64(seed: 2)
        let middle = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let places = (0..<2_000).map { _ in
            if abs(latitude) == 90 {
                return Self.random(latitude - 1 < -90 ? -90 ... -89 : 89...90, -180...180, &random)
            }
            let east = Bool.random(using: &random)
            return Self.random(latitude - 1...latitude + 1, east ? 179...180 : -180 ... -179, &random)
        }
        let tree = Self.tree(places)
        for center in [middle] + (0..<50).map({ places[$0] }) {
            for radius in [1_000, 30_000, .infinity] {
                Self.check(tree, places, around: center, 40, within: radius)
            }
        }
    }

    @Test func `finds as many equal places as asked for, those of the first indices`() throws {
        let place = try #require(Coordinate(latitude: 41.6, longitude: -83.5))
        let tree = Self.tree(Array(repeating: place, count: 200))
        for count in [1, 24, 200, 256] {
            let found = Self.nearest(count, in: tree, to: place)
            #expect(found.map(\.index) == Array(0..<min(count, 200)))
        }
        #expect(tree.rows(around: place.direction, within: 1, limit: 200)?.count == 200)
        #expect(tree.rows(around: place.direction, within: 1, limit: 199) == nil)
    }

    @Test func `finds nothing without places`() throws {
        let place = try #require(Coordinate(latitude: 41.6, longitude: -83.5))
        let tree = Self.tree([])
        #expect(Self.nearest(5, in: tree, to: place).isEmpty)
        #expect(tree.rows(around: place.direction, within: 3, limit: 5)?.isEmpty == true)
    }

    @Test func `finds the nearest places beyond a distance`() {
        var random = SplitMix64(seed: 4)
        let places = (0..<2_000).map { _ in Self.random(41.4...41.8, -83.9 ... -83.2, &random) }
        let tree = Self.tree(places)
        for _ in 0..<50 {
            let center = Self.random(41.2...42, -84.2 ... -83, &random)
            let all = Self.nearest(256, in: tree, to: center)
            let first = center.distance(to: places[Int(tree.row(at: all[100].index) / 3)])
            let beyond = Self.nearest(156, in: tree, to: center, from: SpatialTree.leastChord(of: first))
            let place = beyond.firstIndex(of: all[100]) ?? 1_000
            // Those within the rounding come before.
            #expect(place < 20 && beyond.dropFirst(place).elementsEqual(all[100..<256 - place]))
        }
    }

    @Test func `lists the rows in an area`() {
        var random = SplitMix64(seed: 3)
        let places = (0..<3_000).map { _ in Self.random(41.4...41.8, -83.9 ... -83.2, &random) }
        let tree = Self.tree(places)
        for _ in 0..<100 {
            let center = Self.random(41.2...42, -84.2 ... -83, &random)
            let radius = Double.random(in: 10...20_000, using: &random)
            let rows = tree.rows(around: center.direction, within: SpatialTree.chord(of: radius), limit: .max) ?? []
            let inside = Set(places.indices.filter { center.distance(to: places[$0]) <= radius }.map { UInt32($0) * 3 })
            #expect(Set(rows).count == rows.count && inside.isSubset(of: rows))
            #expect(rows.allSatisfy { center.distance(to: places[Int($0 / 3)]) <= radius + 20 })
        }
    }
}
