import Glibc

/// A place on Earth, in WGS 84 degrees.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, −90…90.
    public let latitude: Double
    /// Degrees east, −180…180.
    public let longitude: Double

    /// The place at `latitude` (−90…90) and `longitude` (−180…180); `nil` where one is out of range or not a number.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The mean radius of the Earth (IUGG), in metres.
    public static let earthRadius = 6_371_008.8

    /// The great-circle distance to `other` in metres, by the haversine formula on a sphere of ``earthRadius``:
    /// within 0.6% of the distance on the WGS 84 ellipsoid.
    public func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let halfLatitude = sin((other.latitude - latitude) * radians / 2)
        let halfLongitude = sin((other.longitude - longitude) * radians / 2)
        let haversine =
            halfLatitude * halfLatitude
            + cos(latitude * radians) * cos(other.latitude * radians) * halfLongitude * halfLongitude
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }
}

/// Everything within `radius` metres of a centre.
public struct Area: Hashable, Sendable {
    /// The centre.
    public let center: Coordinate
    /// The radius in metres, above 0.
    public let radius: Double

    /// The area within `radius` metres of `center`.
    public init(center: Coordinate, radius: Double) {
        self.center = center
        self.radius = radius
    }

    /// Whether `place` lies inside. An unknown one does not.
    package func contains(_ place: Coordinate?) -> Bool {
        guard let place else { return false }
        return center.distance(to: place) <= radius
    }
}
