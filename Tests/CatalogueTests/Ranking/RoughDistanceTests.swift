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
}
