import Catalogue
import SeededRandom
import Testing

@testable import HomeFeed
@testable import HomeLayout

@Suite struct `The region of a map` {
    private let size = Size(width: 358, height: 268)

    /// The place on the map, in points from its upper leading corner.
    private func point(of place: Coordinate, in region: MapRegion) -> (x: Double, y: Double) {
        var east = place.longitude - region.center.longitude
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        return (
            (0.5 + east / region.longitudeSpan) * Double(size.width.thousandths) / 1_000,
            (0.5 - (place.latitude - region.center.latitude) / region.latitudeSpan) * Double(size.height.thousandths)
                / 1_000
        )
    }

    @Test func `has every pin on the map, and clusters exactly those that are near another`() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            let middle = (
                latitude: Double.random(in: -70...70, using: &random),
                longitude: Double.random(in: -180...180, using: &random)
            )
            let spread: Double = [0.0001, 0.05, 4.0].randomElement(using: &random) ?? 1.0
            var places: [Coordinate?] = []
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let latitude = middle.latitude + Double.random(in: -spread...spread, using: &random)
                var longitude = middle.longitude + Double.random(in: -spread...spread, using: &random)
                if longitude > 180 { longitude -= 360 }
                if longitude < -180 { longitude += 360 }
                let isNowhere = Int.random(in: 0..<9, using: &random) == 0
                places.append(isNowhere ? nil : Coordinate(latitude: latitude, longitude: longitude))
            }
            guard let region = MapRegion(of: places, on: size) else {
                #expect(places.allSatisfy { $0 == nil })
                continue
            }
            for place in places.compactMap(\.self) {
                let point = point(of: place, in: region)
                #expect((47.9...310.1).contains(point.x) && (35.9...256.1).contains(point.y), "\(point)")
            }
            #expect(region.groupOfPin.count == places.count)
            let groups = region.groups.indices.map { group in
                places.indices.filter { region.groupOfPin[$0] == group }
            }
            #expect(groups.map(\.count) == region.groups.map(\.count))
            let pins = groups.filter { $0.count > 1 }
            for (index, place) in places.enumerated() {
                guard let place, !pins.joined().contains(index) else { continue }
                let own = point(of: place, in: region)
                for cluster in pins {
                    guard let first = places[cluster[0]] else { continue }
                    let other = point(of: first, in: region)
                    #expect(abs(own.x - other.x) > 63.9 || abs(own.y - other.y) > 27.9)
                }
            }
        }
    }

    @Test func `is half a kilometre high around a single pin`() throws {
        let region = try #require(MapRegion(of: [Coordinate(latitude: 41.65, longitude: -83.53)], on: size))
        #expect(region.latitudeSpan == 0.005 && region.groups.map(\.count) == [1])
        #expect(abs(region.center.longitude + 83.53) < 1e-9)
    }

    @Test func `crosses the 180th meridian where that is shorter`() throws {
        let places = [Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -17.1, longitude: -179.8)]
        let region = try #require(MapRegion(of: places, on: size))
        #expect(region.longitudeSpan < 1)
        #expect(abs(region.center.longitude + 179.95) < 1e-9)
    }

    @Test func `can be shown in Web Mercator, wherever its places are`() throws {
        var random = SplitMix64(seed: 4)
        var latitudes = [-90.0, -86, -85.05, 0, 60, 85.05, 90]
        latitudes += (0..<9).map { _ in Double.random(in: -90...90, using: &random) }
        for _ in 0..<2_000 {
            let places = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Coordinate(
                    latitude: latitudes.randomElement(using: &random) ?? 0,
                    longitude: Double.random(in: -180...180, using: &random)
                )
            }
            let shape = Size(width: [200, 358, 2_000].randomElement(using: &random) ?? 1, height: 268)
            let region = try #require(MapRegion(of: places, on: shape))
            #expect(abs(region.center.latitude) + region.latitudeSpan / 2 <= 85.05 + 1e-9, "\(places)")
            #expect((-180...180).contains(region.center.longitude))
            #expect(region.latitudeSpan > 0 && region.longitudeSpan > 0 && region.longitudeSpan <= 360)
            for place in places.compactMap(\.self) {
                let east = abs(place.longitude - region.center.longitude)
                #expect(min(east, 360 - east) <= region.longitudeSpan / 2 + 1e-9, "\(places)")
                let north = abs(min(max(place.latitude, -85.05), 85.05) - region.center.latitude)
                #expect(north <= region.latitudeSpan / 2 + 1e-9, "\(places)")
            }
        }
    }

    @Test func `holds Madrid, Sydney and New York, and is no wider than around them`() throws {
        let cities = [(40.42, -3.70), (-33.87, 151.21), (40.71, -74.01)].map { Coordinate(latitude: $0, longitude: $1) }
        let region = try #require(MapRegion(of: cities, on: size))
        #expect(region.latitudeSpan == 170.1 && region.center.latitude == 0 && region.longitudeSpan <= 360)
        // The widest gap is between New York and Sydney, over the Pacific.
        let across = [-100.0, 0, 100].map { Coordinate(latitude: 0, longitude: $0) }
        #expect(try #require(MapRegion(of: across, on: size)).center.longitude == 0)
    }

    @Test func `needs a place`() {
        #expect(MapRegion(of: [nil, nil], on: size) == nil)
        #expect(MapRegion(of: [], on: size) == nil)
    }
}
