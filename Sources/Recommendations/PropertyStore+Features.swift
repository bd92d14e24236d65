public import Catalogue

// How the property store's types give the features and conditions that ranking goes by.

extension ItemFeatures {
    /// The features of `listing`, whose price is compared whatever its currency.
    init(_ listing: ListingHit) {
        self.init(
            kind: ItemID.Kind.listing.rawValue,
            price: listing.price,
            place: listing.place,
            type: listing.type.rawValue,
            bedrooms: listing.bedrooms.map(Double.init),
            bathrooms: listing.bathrooms,
            area: listing.area
        )
    }
}

extension SearchConditions {
    /// The conditions of `criteria`, but for the market.
    init(_ criteria: SearchCriteria) {
        self.init(
            kind: ItemID.Kind.listing.rawValue,
            price: criteria.price,
            place: criteria.place,
            types: criteria.types.map(\.rawValue),
            bedrooms: ClosedInterval(
                min: criteria.bedrooms.min.map(Double.init),
                max: criteria.bedrooms.max.map(Double.init)
            ),
            bathrooms: criteria.bathrooms,
            area: criteria.area
        )
    }
}

extension SearchFit {
    /// Compares `listing` with `criteria`.
    public init(of listing: ListingHit, to criteria: SearchCriteria) {
        self.init(of: ItemFeatures(listing), to: SearchConditions(criteria))
    }
}

extension UserProfile {
    /// The profile of a user with this record who is at `place`.
    init(_ record: UserRecord, at place: Coordinate?) {
        self.init(
            search: record.lastSearch.map { SearchConditions($0) },
            opened: record.recentlyOpened.lazy.map { ItemFeatures($0) },
            place: place
        )
    }

    /// How well `listing` answers the user's preferences, 0…1.
    func score(of listing: ListingHit) -> Double { score(of: ItemFeatures(listing)) }
}

extension SearchCriteria {
    private static let kind = Kind(
        name: ItemID.Kind.listing.rawValue,
        attributes: [
            Attribute(name: ListingAttribute.type, type: .text(values: ListingType.allCases.map(\.rawValue)))
        ]
    )

    /// See ``Catalogue/ItemFilter/maximumMargins``.
    static let maximumMargins = ItemFilter.maximumMargins

    /// See ``Catalogue/ItemFilter/widened``.
    var widened: SearchCriteria { SearchCriteria(UserSearch(self).filter.widened) }

    /// See ``Catalogue/ItemFilter/margins(of:)``.
    func margins() -> [SearchCriteria] { UserSearch(self).filter.margins(of: Self.kind).map { SearchCriteria($0) } }

    /// See ``Catalogue/ItemFilter/like(_:market:)``.
    init(like listing: ListingHit, market: String?) {
        self = ItemFilter.like(ItemFeatures(listing), market: market).first.map { Self($0) } ?? Self(market: market)
    }

    /// The criteria that the filter's conditions on listings are.
    private init(_ filter: ItemFilter) {
        let conditions = SearchConditions(UserSearch(filter: filter))
        self.init(
            market: filter.market,
            types: Set(conditions.types.compactMap { ListingType(rawValue: $0) }),
            price: filter.price,
            bedrooms: ClosedInterval(
                min: conditions.bedrooms.min.map { Self.whole($0.rounded(.up)) },
                max: conditions.bedrooms.max.map { Self.whole($0.rounded(.down)) }
            ),
            bathrooms: conditions.bathrooms,
            area: conditions.area,
            place: filter.place
        )
    }

    private static func whole(_ value: Double) -> Int {
        Int(exactly: value) ?? (value < 0 ? .min : .max)
    }
}
