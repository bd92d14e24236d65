import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `The rough distance of two places` {
    private func place(_ latitude: ClosedRange<Double>, _ random: inout SplitMix64) -> Coordinate {
        Coordinate(
            latitude: .random(in: latitude, using: &random),
            longitude: .random(in: -180...180, using: &random)
        )!
    }

    @Test func `is within one percent of the distance up to 200 km, also over the date line`() throws {
        var random = SplitMix64(seed: 1)
        var count = 0
        for _ in 0..<20_000 {
            let one = place(-65...65, &random)
            var longitude = one.longitude + .random(in: -2...2, using: &random)
            if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
            let latitude = one.latitude + .random(in: -1.5...1.5, using: &random)
            let other = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let distance = one.distance(to: other)
            if distance > 200_000 { continue }
            count += abs(one.longitude - longitude) > 180 ? 1 : 0
            #expect(abs(one.roughDistance(latitude: latitude, longitude: longitude) - distance) <= 0.01 * distance)
        }
        #expect(count > 10)
    }

    @Test func `is not less than its part along the latitude or the longitude`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<5_000 {
            let (center, least, greatest) = (place(-90...90, &random), place(-90...0, &random), place(0...90, &random))
            let degree = center.metersPerDegreeOfLongitude(at: least.latitude...greatest.latitude)
            let other = place(least.latitude...greatest.latitude, &random)
            let meters = center.roughDistance(latitude: other.latitude, longitude: other.longitude)
            let east = abs(other.longitude - center.longitude)
            #expect(meters * 1.000_001 >= min(east, 360 - east) * degree)
            #expect(meters * 1.000_001 >= abs(other.latitude - center.latitude) * Coordinate.metersPerDegree)
        }
    }
}
