/// A property on offer.
public struct Listing: Hashable, Sendable {
    /// The publisher's identifier, an ``Identifier``, unique among listings.
    public var id: String
    /// The headline.
    public var title: String
    /// What kind of property it is.
    public var type: ListingType
    /// What it costs.
    public var price: Money
    /// Bedrooms, where known.
    public var bedrooms: Int?
    /// Bathrooms, where known; a half bath counts 0.5.
    public var bathrooms: Double?
    /// Living area in square metres, where known.
    public var area: Double?
    /// Where it stands, where known.
    public var place: Coordinate?
    /// The postal address or what is known of it.
    public var address: String?
    /// The market that it is sold in, an ``Identifier`` such as `toledo`.
    public var market: String
    /// When it was listed, in Unix seconds (UTC).
    public var listedAt: Int64
    /// Whether it is offered.
    public var status: ListingStatus
    /// From when on it is not offered any more, in Unix seconds (UTC); `nil` where it does not expire.
    public var expiresAt: Int64?
    /// Addresses of its images, the best first.
    public var images: [String]

    /// A listing of these values.
    public init(
        id: String,
        title: String,
        type: ListingType,
        price: Money,
        bedrooms: Int? = nil,
        bathrooms: Double? = nil,
        area: Double? = nil,
        place: Coordinate? = nil,
        address: String? = nil,
        market: String,
        listedAt: Int64,
        status: ListingStatus = .active,
        expiresAt: Int64? = nil,
        images: [String] = []
    ) {
        self.id = id
        self.title = title
        self.type = type
        self.price = price
        self.bedrooms = bedrooms
        self.bathrooms = bathrooms
        self.area = area
        self.place = place
        self.address = address
        self.market = market
        self.listedAt = listedAt
        self.status = status
        self.expiresAt = expiresAt
        self.images = images
    }
}

/// What kind of property a listing is.
///
/// The raw value is the word in JSON and mappings; ``code`` is the number in a store, which never changes its meaning.
public enum ListingType: String, Sendable, CaseIterable {
    /// A detached or semi-detached house.
    case house
    /// One of a row of houses that share their side walls.
    case townhouse
    /// A flat on one floor.
    case apartment
    /// A flat of one room.
    case studio
    /// A flat on two floors.
    case duplex
    /// A flat on the top floor.
    case penthouse
    /// A plot to build on.
    case land
    /// An office, a shop, a warehouse.
    case commercial
    /// Anything else.
    case other

    /// The number that stands for the type in a store, 0…31.
    public var code: Int {
        switch self {
        case .house: 0
        case .townhouse: 1
        case .apartment: 2
        case .studio: 3
        case .duplex: 4
        case .penthouse: 5
        case .land: 6
        case .commercial: 7
        case .other: 8
        }
    }

    /// The type that `code` stands for, or `nil`.
    public init?(code: Int) {
        switch code {
        case 0: self = .house
        case 1: self = .townhouse
        case 2: self = .apartment
        case 3: self = .studio
        case 4: self = .duplex
        case 5: self = .penthouse
        case 6: self = .land
        case 7: self = .commercial
        case 8: self = .other
        default: return nil
        }
    }
}
