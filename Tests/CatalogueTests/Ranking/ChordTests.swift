import Foundation
import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `The chord between two places` {
    private func place(_ random: inout SplitMix64) -> Coordinate {
        Coordinate(
            latitude: .random(in: -90...90, using: &random),
            longitude: .random(in: -180...180, using: &random)
        )!
    }

    @Test func `is as long as the sphere's, wherever they are`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let (one, other) = (place(&random), place(&random))
            let angle = one.distance(to: other) / Coordinate.earthRadius
            let chord = 2 * Coordinate.earthRadius * sin(angle / 2)
            #expect(abs(Double(one.chord(to: other)) - chord) <= 2)
        }
    }

    @Test func `is the distance of places near each other, also over the date line and at a pole`() {
        for (latitude, longitude) in [(41.65, -83.54), (0, 180), (0, -180), (90, 0), (-90, 12), (0, 90), (60, -90)] {
            let one = Coordinate(latitude: latitude, longitude: longitude)!
            for (north, east) in [(0.2, 0.0), (0, 0.3), (-0.1, -0.2)] {
                let east = longitude + east
                let other = Coordinate(
                    latitude: min(90, max(-90, latitude + north)),
                    longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east
                )!
                #expect(abs(Double(one.chord(to: other)) - one.distance(to: other)) <= 2)
            }
        }
    }
}
