import HomeLayout
import SeededRandom
import Testing

@testable import Catalogue
@testable import HomeFeed

@Suite struct `A map of items all over the world` {
    /// The region in the document, which has to keep to the contract.
    private func region(_ places: [(latitude: Double, longitude: Double)], width: Points) async throws -> [String:
        Double]
    {
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetMap", "source": {"kind": "items", "of": "listing"}}"#),
            items: places.enumerated().map { index, place in
                .house("h\(index)", at: Coordinate(latitude: place.latitude, longitude: place.longitude))
            }
        )
        let home = try await world.home(request(on: Device(width: width, scale: 3)))
        return try #require(home.homeWidgets[0].map?.region)
    }

    @Test func `has a region that MapKit and Mercator's projection can show`() async throws {
        var random = SplitMix64(seed: 85)
        var examples: [[(latitude: Double, longitude: Double)]] = [
            [(40.42, -3.70), (-33.87, 151.21), (40.71, -74.01)], [(90, 0)], [(-90, 180)], [(90, -180), (-90, 180)],
            [(85.06, 10), (85.04, 10)], [(0, 179.999), (0, -179.999)], [(-90, 0), (-89, 90), (-88, 180), (-87, -90)],
        ]
        for _ in 0..<60 {
            examples.append(
                (0..<Int.random(in: 1...8, using: &random)).map { _ in
                    (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
                }
            )
        }
        for places in examples {
            let region = try await region(places, width: [200, 390, 2_048].randomElement(using: &random) ?? 390)
            let (latitude, height) = (try #require(region["latitude"]), try #require(region["latitudeSpan"]))
            let (longitude, width) = (try #require(region["longitude"]), try #require(region["longitudeSpan"]))
            // Each number is rounded to five places.
            #expect(abs(latitude) + height / 2 <= 85.05 + 1.5e-5, "\(places)")
            #expect(height > 0 && height <= 180 && width > 0 && width <= 360 && abs(longitude) <= 180, "\(places)")
        }
    }
}
