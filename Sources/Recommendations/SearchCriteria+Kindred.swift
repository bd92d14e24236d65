import PropertyStore

/// The searches that find what a user did not ask for and may well like.
extension SearchCriteria {
    /// How far beyond its range a price may lie, in tenths of the end of the range.
    static let priceStretch: Int64 = 3
    /// How far beyond its range a living area may lie, as a share of the end of the range.
    static let areaStretch = 0.25
    /// By how much the radius grows.
    static let radiusStretch = 2.0
    /// How far from a listing its like is looked for, in metres.
    static let neighbourhood = 3_000.0

    /// How many near misses there are at most: two of price, of bedrooms and of area, one of place and one of type.
    static let maximumNearMisses = 8

    /// Searches that each drop one condition in one direction, and ask for what lies just beyond it: the listings that
    /// fit as well would else fill every limit. (There is no search for a ring, so that a wider radius finds what lies
    /// within the old one too.)
    func nearMisses() -> [SearchCriteria] {
        var searches: [SearchCriteria] = []
        func add(_ change: (inout SearchCriteria) -> Void) {
            var search = self
            change(&search)
            searches.append(search)
        }
        if let max = price.max, max > 0 {
            let beyond = ClosedInterval(
                min: max.saturatingAdding(1),
                max: max.saturatingAdding(max / 10 * Self.priceStretch)
            )
            add { $0.price = beyond }
        }
        if let min = price.min, min > 0 {
            add { $0.price = ClosedInterval(min: min - min / 10 * Self.priceStretch, max: min - 1) }
        }
        if let area = place {
            add { $0.place = Area(center: area.center, radius: area.radius * Self.radiusStretch) }
        }
        if let min = bedrooms.min, min > 0 {
            add { $0.bedrooms = ClosedInterval(min: min - 1, max: min - 1) }
        }
        if let max = bedrooms.max, max < .max {
            add { $0.bedrooms = ClosedInterval(min: max + 1, max: max + 1) }
        }
        if let min = area.min, min > 0 {
            add { $0.area = ClosedInterval(min: min * (1 - Self.areaStretch), max: min.nextDown) }
        }
        if let max = area.max, max > 0 {
            add { $0.area = ClosedInterval(min: max.nextUp, max: max * (1 + Self.areaStretch)) }
        }
        let otherTypes = Set(ListingType.allCases).subtracting(types)
        if !types.isEmpty, !otherTypes.isEmpty {
            add { $0.types = otherTypes }
        }
        return searches
    }

    /// The search for what is like `listing` in price and place; where its place is not known, in price and type.
    init(like listing: ListingHit, market: String?) {
        let stretch = listing.price / 10 * Self.priceStretch
        self.init(
            market: market,
            types: listing.place == nil ? [listing.type] : [],
            price: ClosedInterval(
                min: listing.price.saturatingSubtracting(stretch),
                max: listing.price.saturatingAdding(stretch)
            ),
            place: listing.place.map { Area(center: $0, radius: Self.neighbourhood) }
        )
    }
}
