// Where in an order a walk has come to. A position is not a count, so that what is added or removed on the way shifts
// nothing: the next page begins behind it, whether what stood there is still there or not.

/// A place in the order of the newest listings.
public struct NewestPosition: Hashable, Sendable {
    /// When the listing there was listed, in Unix seconds (UTC).
    public let listedAt: Int64
    /// The listing's identifier.
    public let id: String

    /// The place of a listing `id` that was listed at `listedAt`.
    public init(listedAt: Int64, id: String) {
        self.listedAt = listedAt
        self.id = id
    }

    /// The place of `hit`.
    public init(of hit: ListingHit) {
        self.init(listedAt: hit.listedAt, id: hit.id)
    }

    /// Whether it comes before the other one.
    package func precedes(_ other: NewestPosition) -> Bool {
        if listedAt != other.listedAt { return listedAt > other.listedAt }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }

    /// Before all listings: every id comes after the empty one.
    package static let start = NewestPosition(listedAt: .max, id: "")
}

/// A place in the order of the listings nearby, as seen from the centre of their area.
public struct NearbyPosition: Hashable, Sendable {
    /// The distance in metres, to the last bit as it was handed out.
    public let distance: Double
    /// The listing's identifier.
    public let id: String

    /// The place of a listing `id` that is `distance` metres away.
    public init(distance: Double, id: String) {
        self.distance = distance
        self.id = id
    }

    /// The place of `hit`.
    public init(of hit: NearbyHit) {
        self.init(distance: hit.distance, id: hit.listing.id)
    }

    /// Whether it comes before the other one.
    package func precedes(_ other: NearbyPosition) -> Bool {
        if distance != other.distance { return distance < other.distance }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}

/// A place in the order of the products of one query, without a meaning for any other.
public struct ProductPosition: Hashable, Sendable {
    /// A number of the store's own, above 0, that grows along the order.
    public let rawValue: Int64

    /// The place that a store gave.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}
