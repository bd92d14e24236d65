import Catalogue

/// The searches that find what a user did not ask for and may well like.
extension SearchCriteria {
    /// How far beyond its range a price may lie, in tenths of the end of the range.
    static let priceStretch: Int64 = 3
    /// How far beyond its range a number of bedrooms may lie.
    static let bedroomsStretch = 1
    /// How far beyond its range a living area may lie, as a share of the end of the range.
    static let areaStretch = 0.25
    /// By how much the radius grows.
    static let radiusStretch = 2.0
    /// How far from a listing its like is looked for, in metres.
    static let neighbourhood = 1_500.0

    /// The search with all of its conditions on what likeness goes by (see ``Wish``) widened at once.
    var widened: SearchCriteria {
        var search = self
        search.types = []
        search.price = price.widened(
            below: { $0.saturatingSubtracting(max(0, $0) / 10 * Self.priceStretch) },
            above: { $0.saturatingAdding(max(0, $0) / 10 * Self.priceStretch) }
        )
        search.bedrooms = bedrooms.widened(
            below: { max(min($0, 0), $0.saturatingSubtracting(Self.bedroomsStretch)) },
            above: { $0.saturatingAdding(Self.bedroomsStretch) }
        )
        search.area = area.widened(
            below: { $0 - max(0, $0) * Self.areaStretch },
            above: { $0 + max(0, $0) * Self.areaStretch }
        )
        search.place = place.map { Area(center: $0.center, radius: $0.radius * Self.radiusStretch) }
        return search
    }

    /// The most searches that ``margins()`` gives: two each of price, bedrooms and living area, and one of type.
    static let maximumMargins = 7

    /// Searches that each ask for what lies between the search and the widened one in one respect, and fits in all
    /// others: nothing of what they find fits the search. There is none of place, since no search asks for a ring.
    func margins() -> [SearchCriteria] {
        let wide = widened
        let otherTypes = Set(ListingType.allCases).subtracting(types)
        return price.margins(to: wide.price, previous: { $0 - 1 }, next: { $0 + 1 }).map { with(\.price, $0) }
            + bedrooms.margins(to: wide.bedrooms, previous: { $0 - 1 }, next: { $0 + 1 }).map { with(\.bedrooms, $0) }
            + area.margins(to: wide.area, previous: \.nextDown, next: \.nextUp).map { with(\.area, $0) }
            + (types.isEmpty || otherTypes.isEmpty ? [] : [with(\.types, otherTypes)])
    }

    private func with<Value>(_ condition: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var search = self
        search[keyPath: condition] = value
        return search
    }

    /// The search for what may be like `listing`: what stands around it; where its place is not known, what is of its
    /// type at such a price.
    init(like listing: ListingHit, market: String?) {
        if let place = listing.place {
            self.init(market: market, place: Area(center: place, radius: Self.neighbourhood))
        } else {
            self.init(market: market, types: [listing.type])
            price = Self(price: ClosedInterval(min: listing.price, max: listing.price)).widened.price
        }
    }
}

extension ClosedInterval {
    /// The range with each of its ends moved.
    fileprivate func widened(below: (Bound) -> Bound, above: (Bound) -> Bound) -> Self {
        Self(min: min.map(below), max: max.map(above))
    }

    /// What lies in `wide`, a widened range, and not in this one: below it, above it. `previous` and `next` give the
    /// values beside an end, and are asked only where there are any.
    fileprivate func margins(to wide: Self, previous: (Bound) -> Bound, next: (Bound) -> Bound) -> [Self] {
        var margins: [Self] = []
        if let min, let least = wide.min, least < min { margins.append(Self(min: least, max: previous(min))) }
        if let max, let most = wide.max, most > max { margins.append(Self(min: next(max), max: most)) }
        return margins
    }
}
