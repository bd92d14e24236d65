/// A place on Earth, in degrees (WGS 84).
public struct MapPlace: Hashable, Sendable {
    /// From −90 to 90.
    public let latitude: Double
    /// From −180 to 180.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The part of the Earth that a map shows, and which of its pins are too close to each other to be drawn apart.
///
/// The projection is equirectangular: a degree of longitude is as wide as cos(latitude of the centre) degrees of latitude
/// are high. At the size of a city, other projections differ by less than a point. The region is always one that maps in
/// the Web Mercator projection can show: apps end with an exception on others.
public struct MapRegion: Hashable, Sendable {
    public let center: MapPlace
    /// In degrees. The region's edges are within ±``latitudeLimit``.
    public let latitudeSpan: Double
    /// In degrees; at most 360.
    public let longitudeSpan: Double
    /// Pins that overlap, at least two in each, are drawn as one at the mean of their places.
    public let clusters: [MapPlace]
    /// The cluster of each pin, as an index; `nil` for a pin that stands alone, and for an item without a place.
    public let clusterOfPin: [Int?]

    /// The northern edge of Web Mercator, rounded down; its southern edge is as far. Places beyond are shown at it.
    static let latitudeLimit = 85.05
    /// The space that keeps whole pins on the map: a pin stands on its place, and is as wide as a price.
    private static let margins = (sides: 48.0, top: 36.0, bottom: 12.0)
    /// Two pins closer than this overlap. In points.
    private static let pinSize = (width: 64.0, height: 28.0)
    /// In degrees: about 500 m.
    private static let leastSpan = 0.005

    /// The smallest region with all of the places; `nil` if there are none.
    /// - Parameter places: `nil` for items without a place.
    public init?(of places: [MapPlace?], on size: Size) {
        guard let bounds = Bounds(of: places) else { return nil }
        let (width, height) = (size.width.points, size.height.points)
        let middle = (bounds.south + bounds.north) / 2
        let narrowing = Self.cosine(ofDegrees: middle)
        let degreesPerPoint = max(
            (bounds.east - bounds.west) * narrowing / max(1, width - 2 * Self.margins.sides),
            (bounds.north - bounds.south) / max(1, height - Self.margins.top - Self.margins.bottom),
            Self.leastSpan / height
        )
        latitudeSpan = min(2 * Self.latitudeLimit, degreesPerPoint * height)
        let northernmost = Self.latitudeLimit - latitudeSpan / 2
        let latitude = middle + (Self.margins.top - Self.margins.bottom) / 2 * degreesPerPoint
        center = MapPlace(
            latitude: min(max(latitude, -northernmost), northernmost),
            unrolled: (bounds.west + bounds.east) / 2
        )
        longitudeSpan = min(360, degreesPerPoint * width / narrowing)
        (clusters, clusterOfPin) = Self.clusters(
            of: places,
            bounds,
            within: (Self.pinSize.height * degreesPerPoint, Self.pinSize.width * degreesPerPoint / narrowing)
        )
    }

    /// A pin with the later pins that overlap it.
    private struct Group {
        let first: (latitude: Double, longitude: Double)
        var sum: (latitude: Double, longitude: Double)
        var count = 1
        var cluster: Int?
    }

    /// - Parameter reach: Pins as near as this, in degrees, overlap.
    private static func clusters(
        of places: [MapPlace?],
        _ bounds: Bounds,
        within reach: (latitude: Double, longitude: Double)
    ) -> ([MapPlace], clusterOfPin: [Int?]) {
        var groups: [Group] = []
        groups.reserveCapacity(places.count)
        var groupOfPin = [Int?](repeating: nil, count: places.count)
        for index in places.indices {
            guard let place = places[index] else { continue }
            let (latitude, longitude) = (place.shownLatitude, bounds.unrolled(place.longitude))
            var group = 0
            while group < groups.count,
                abs(groups[group].first.latitude - latitude) >= reach.latitude
                    || abs(groups[group].first.longitude - longitude) >= reach.longitude
            {
                group += 1
            }
            groupOfPin[index] = group
            if group == groups.count {
                groups.append(Group(first: (latitude, longitude), sum: (latitude, longitude)))
            } else {
                groups[group].sum.latitude += latitude
                groups[group].sum.longitude += longitude
                groups[group].count += 1
            }
        }
        var clusters: [MapPlace] = []
        clusters.reserveCapacity(groups.count)
        for index in groups.indices where groups[index].count > 1 {
            let (sum, count) = (groups[index].sum, Double(groups[index].count))
            groups[index].cluster = clusters.count
            clusters.append(MapPlace(latitude: sum.latitude / count, unrolled: sum.longitude / count))
        }
        for index in groupOfPin.indices { groupOfPin[index] = groupOfPin[index].flatMap { groups[$0].cluster } }
        return (clusters, groupOfPin)
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
    fileprivate var points: Double { Double(thousandths) / 1_000 }
}

/// The least box around places, in degrees. East of the 180th meridian, its longitudes are more than 180.
private struct Bounds {
    private(set) var (south, north) = (Double.infinity, -Double.infinity)
    let west: Double
    let east: Double

    /// `nil` if there are no places.
    init?(of places: [MapPlace?]) {
        var box = (west: Double.infinity, east: -Double.infinity)
        for place in places {
            guard let place else { continue }
            box = (min(box.west, place.longitude), max(box.east, place.longitude))
            (south, north) = (min(south, place.shownLatitude), max(north, place.shownLatitude))
        }
        if box.east < box.west { return nil }
        // A box of more than half the circle may be smaller across the 180th meridian.
        if box.east - box.west > 180 { box = Self.leastBox(of: places.compactMap { $0?.longitude }, within: box) }
        (west, east) = box
    }

    /// The rest of the circle beside the widest gap between two neighbours.
    private static func leastBox(
        of longitudes: [Double],
        within all: (west: Double, east: Double)
    ) -> (west: Double, east: Double) {
        let longitudes = longitudes.sorted()
        var box = all
        for (before, after) in zip(longitudes, longitudes.dropFirst())
        where after - before > 360 - (box.east - box.west) {
            box = (after, before + 360)
        }
        return box
    }

    func unrolled(_ longitude: Double) -> Double { longitude < west ? longitude + 360 : longitude }
}

extension MapPlace {
    fileprivate var shownLatitude: Double { min(max(latitude, -MapRegion.latitudeLimit), MapRegion.latitudeLimit) }

    fileprivate init(latitude: Double, unrolled longitude: Double) {
        self.init(latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
    }
}
