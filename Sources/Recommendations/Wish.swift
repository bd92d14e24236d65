import Catalogue

/// One thing that a user is known to want: the ranges of a search, a listing that was opened (ranges of one value), or
/// a place.
///
///     likeness = 0.30 price + 0.25 place + 0.20 type + 0.15 bedrooms + 0.10 area
///
/// each of them 0…1 (see ``Likeness``), and ½ where the wish or the listing says nothing of it.
struct Wish {
    static let priceWeight = 0.30
    static let placeWeight = 0.25
    static let typeWeight = 0.20
    static let bedroomsWeight = 0.15
    static let areaWeight = 0.10

    /// The difference at which a price is half alike, as a share of the end of the range.
    static let priceHalfway = 0.2
    /// The distance at which a place is half alike, in metres from the edge of the area.
    static let placeHalfway = 2_000.0
    /// The difference at which a number of bedrooms is half alike.
    static let bedroomsHalfway = 1.0
    /// The difference at which a living area is half alike, as a share of the end of the range.
    static let areaHalfway = 0.25

    private let price: ClosedInterval<Double>
    private let bedrooms: ClosedInterval<Double>
    private let area: ClosedInterval<Double>
    private let types: TypeLikeness
    private let center: Coordinate?
    private let radius: Double

    /// To find what the search asks for.
    init(_ search: SearchCriteria) {
        price = ClosedInterval(min: search.price.min.map(Double.init), max: search.price.max.map(Double.init))
        bedrooms = ClosedInterval(min: search.bedrooms.min.map(Double.init), max: search.bedrooms.max.map(Double.init))
        area = search.area
        types = TypeLikeness(search.types)
        center = search.place?.center
        radius = search.place?.radius ?? 0
    }

    /// To find the like of `listing`.
    init(_ listing: ListingHit) {
        price = ClosedInterval(min: Double(listing.price), max: Double(listing.price))
        bedrooms = ClosedInterval(min: listing.bedrooms.map(Double.init), max: listing.bedrooms.map(Double.init))
        area = ClosedInterval(min: listing.area, max: listing.area)
        types = TypeLikeness([listing.type])
        center = listing.place
        radius = 0
    }

    /// To be near `place`.
    init(_ place: Coordinate) {
        price = .all
        bedrooms = .all
        area = .all
        types = TypeLikeness([])
        center = place
        radius = 0
    }

    /// How much `listing` is what is wished for, 0…1.
    func likeness(of listing: ListingHit) -> Double {
        Self.priceWeight * Likeness.ofShare(Double(listing.price), to: price, halfway: Self.priceHalfway)
            + Self.placeWeight * placeLikeness(listing.place)
            + Self.typeWeight * types.likeness(of: listing.type)
            + Self.bedroomsWeight
            * Likeness.ofDifference(listing.bedrooms.map(Double.init), to: bedrooms, halfway: Self.bedroomsHalfway)
            + Self.areaWeight * Likeness.ofShare(listing.area, to: area, halfway: Self.areaHalfway)
    }

    private func placeLikeness(_ place: Coordinate?) -> Double {
        guard let place, let center else { return Likeness.neutral }
        return Likeness.at(max(0, center.distance(to: place) - radius), halfway: Self.placeHalfway)
    }
}
