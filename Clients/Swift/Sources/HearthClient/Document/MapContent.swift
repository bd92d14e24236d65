/// What a map shows.
public struct MapContent: Decodable, Hashable, Sendable {
    public internal(set) var region: Region
    /// Of items whose pins overlap. There are none after a further page: they hold for the map of one page.
    @Lossy public internal(set) var clusters: [Cluster]
}

/// `items` are indices in the widget.
public struct Cluster: Decodable, Hashable, Sendable { public let latitude, longitude: Double, items: [Int] }

/// Around a middle, in degrees.
public struct Region: Decodable, Hashable, Sendable {
    public var latitude, longitude, latitudeSpan, longitudeSpan: Double

    mutating func formUnion(_ other: Region) {
        (latitude, latitudeSpan) = Self.union(latitude, latitudeSpan, other.latitude, other.latitudeSpan)
        (longitude, longitudeSpan) = Self.union(longitude, longitudeSpan, other.longitude, other.longitudeSpan)
    }

    private static func union(_ one: Double, _ span: Double, _ other: Double, _ otherSpan: Double) -> (Double, Double) {
        let (low, high) = (min(one - span / 2, other - otherSpan / 2), max(one + span / 2, other + otherSpan / 2))
        return ((low + high) / 2, high - low)
    }
}
