/// A place on Earth, in degrees (WGS 84).
public struct MapPlace: Hashable, Sendable {
    /// From −90 to 90.
    public let latitude: Double
    /// From −180 to 180.
    public let longitude: Double

    /// The place at these degrees.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The part of the Earth that a map shows, and which of its pins are too close to each other to be drawn apart.
///
/// The projection is equirectangular: a degree of longitude is as wide as cos(latitude of the centre) degrees of latitude
/// are high. At the size of a city, other projections differ by less than a point.
public struct MapRegion: Hashable, Sendable {
    /// The centre.
    public let center: MapPlace
    /// The height of the region, in degrees.
    public let latitudeSpan: Double
    /// The width of the region, in degrees.
    public let longitudeSpan: Double
    /// Pins that overlap, at least two in each.
    public let clusters: [Cluster]

    /// Pins that are drawn as one.
    public struct Cluster: Hashable, Sendable {
        /// The mean of their places.
        public let center: MapPlace
        /// The pins, as indices of the places, in ascending order.
        public let pins: [Int]
    }

    /// The space that keeps whole pins on the map: a pin stands on its place, and is as wide as a price.
    private static let margins = (sides: 48.0, top: 36.0, bottom: 12.0)
    /// The least distance of two pins that are drawn apart, in points.
    private static let pinSize = (width: 64.0, height: 28.0)
    /// The least height of a region, in degrees: about 500 m.
    private static let leastSpan = 0.005

    /// The smallest region with all of the places on a map of `size`; `nil` if there are none.
    /// - Parameter places: `nil` for items without a place.
    public init?(of places: [MapPlace?], on size: Size) {
        let known = places.compactMap(\.self)
        guard let first = known.first else { return nil }
        // Around the 180th meridian, places in the west are east of those in the east.
        let longitudes = known.map(\.longitude)
        let crosses = (longitudes.max() ?? 0) - (longitudes.min() ?? 0) > 180
        func longitude(_ place: MapPlace) -> Double {
            crosses && place.longitude < 0 ? place.longitude + 360 : place.longitude
        }
        var (south, north) = (first.latitude, first.latitude)
        var (west, east) = (longitude(first), longitude(first))
        for place in known {
            (south, north) = (min(south, place.latitude), max(north, place.latitude))
            (west, east) = (min(west, longitude(place)), max(east, longitude(place)))
        }
        let (width, height) = (size.width.points, size.height.points)
        let narrowing = Self.cosine(ofDegrees: (south + north) / 2)
        let degreesPerPoint = max(
            (east - west) * narrowing / max(1, width - 2 * Self.margins.sides),
            (north - south) / max(1, height - Self.margins.top - Self.margins.bottom),
            Self.leastSpan / height
        )
        let latitude = (south + north) / 2 + (Self.margins.top - Self.margins.bottom) / 2 * degreesPerPoint
        let middle = (west + east) / 2
        center = MapPlace(latitude: latitude, longitude: middle > 180 ? middle - 360 : middle)
        latitudeSpan = degreesPerPoint * height
        longitudeSpan = min(360, degreesPerPoint * width / narrowing)

        let reach = (
            longitude: Self.pinSize.width * degreesPerPoint / narrowing,
            latitude: Self.pinSize.height * degreesPerPoint
        )
        var groups: [(first: MapPlace, pins: [Int])] = []
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            let near = groups.firstIndex {
                abs($0.first.latitude - place.latitude) < reach.latitude
                    && abs(longitude($0.first) - longitude(place)) < reach.longitude
            }
            if let near { groups[near].pins.append(index) } else { groups.append((place, [index])) }
        }
        clusters = groups.filter { $0.pins.count > 1 }.map { group in
            let members = group.pins.compactMap { places[$0] }
            let count = Double(members.count)
            let mean = members.reduce(0) { $0 + longitude($1) } / count
            return Cluster(
                center: MapPlace(
                    latitude: members.reduce(0) { $0 + $1.latitude } / count,
                    longitude: mean > 180 ? mean - 360 : mean
                ),
                pins: group.pins
            )
        }
    }

    /// The cosine to 1e-9, by + and × alone, so that all machines compute the same digits; at least 0.01.
    private static func cosine(ofDegrees degrees: Double) -> Double {
        let square = (degrees * .pi / 180) * (degrees * .pi / 180)
        var (term, sum) = (1.0, 1.0)
        for step in 1...8 {
            term *= -square / Double((2 * step - 1) * (2 * step))
            sum += term
        }
        return max(0.01, sum)
    }
}

extension FixedPoint {
    /// The number as a floating-point one.
    fileprivate var points: Double { Double(thousandths) / 1_000 }
}
