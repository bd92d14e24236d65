public import Revisions

/// A listing that a query found: what ranking, marking and measuring need, without the texts.
public struct ListingHit: Hashable, Sendable {
    /// The store's handle, to load the ``Listing`` with.
    public let key: ItemKey
    /// The publisher's identifier.
    public let id: String
    /// The revision of the listing's content.
    public let revision: Revision
    /// What kind of property it is.
    public let type: ListingType
    /// The price in minor units.
    public let price: Int64
    /// Bedrooms, where known.
    public let bedrooms: Int?
    /// Bathrooms, where known.
    public let bathrooms: Double?
    /// Living area in square metres, where known.
    public let area: Double?
    /// Where it stands, where known.
    public let place: Coordinate?
    /// The market that it is sold in.
    public let market: String
    /// When it was listed, in Unix seconds (UTC).
    public let listedAt: Int64
    /// From when on it is not on offer any more, in Unix seconds (UTC); `nil` where it does not expire.
    public let expiresAt: Int64?

    /// A hit of these values.
    public init(
        key: ItemKey,
        id: String,
        revision: Revision,
        type: ListingType,
        price: Int64,
        bedrooms: Int?,
        bathrooms: Double?,
        area: Double?,
        place: Coordinate?,
        market: String,
        listedAt: Int64,
        expiresAt: Int64?
    ) {
        self.key = key
        self.id = id
        self.revision = revision
        self.type = type
        self.price = price
        self.bedrooms = bedrooms
        self.bathrooms = bathrooms
        self.area = area
        self.place = place
        self.market = market
        self.listedAt = listedAt
        self.expiresAt = expiresAt
    }
}

/// A listing found near a place.
public struct NearbyHit: Hashable, Sendable {
    /// The listing.
    public let listing: ListingHit
    /// The great-circle distance in metres, as ``Coordinate/distance(to:)`` gives it.
    public let distance: Double

    /// `listing`, `distance` metres away.
    public init(listing: ListingHit, distance: Double) {
        self.listing = listing
        self.distance = distance
    }
}

/// A product that a query found.
public struct ProductHit: Hashable, Sendable {
    /// The store's handle, to load the ``Product`` with.
    public let key: ItemKey
    /// The product's identifier.
    public let id: String
    /// The revision of the product's content, its brand's name included.
    public let revision: Revision
    /// Where it stands in the order of the query.
    public let position: ProductPosition

    /// A hit of these values.
    public init(key: ItemKey, id: String, revision: Revision, position: ProductPosition) {
        self.key = key
        self.id = id
        self.revision = revision
        self.position = position
    }
}
