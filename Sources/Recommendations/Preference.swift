import Catalogue

/// One preference of a user: the ranges of a search, the values of an item that was opened (ranges of one value), or a place.
///
///     likeness = 0.30 price + 0.25 place + 0.20 type + 0.15 bedrooms + 0.10 area
///
/// each of them 0…1 (see ``Likeness``), and ½ where the preference or the item does not state it. A preference that names a brand
/// or a category counts each of them as it does the type, and the weighted mean is taken.
struct Preference {
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

    /// The kind of item that is preferred; `nil` for any.
    private let kind: String?
    private let price: ClosedInterval<Double>
    /// The currency of ``price``; `nil` for any.
    private let currency: String?
    private let bedrooms: ClosedInterval<Double>
    private let area: ClosedInterval<Double>
    private let types: TypeLikeness
    private let brand: String?
    private let category: String?
    private let center: Coordinate?
    private let radius: Double

    /// A preference for items that the search finds.
    init(_ search: SearchConditions) {
        kind = search.kind
        price = ClosedInterval(min: search.price.min.map(Double.init), max: search.price.max.map(Double.init))
        currency = search.currency
        bedrooms = search.bedrooms
        area = search.area
        types = TypeLikeness(search.types)
        brand = search.brand
        category = search.category
        center = search.place?.center
        radius = search.place?.radius ?? 0
    }

    /// A preference for items like `item`.
    init(_ item: ItemFeatures) {
        kind = item.kind
        price = ClosedInterval(min: item.price.map(Double.init), max: item.price.map(Double.init))
        currency = item.currency
        bedrooms = ClosedInterval(min: item.bedrooms, max: item.bedrooms)
        area = ClosedInterval(min: item.area, max: item.area)
        types = TypeLikeness(item.type.map { [$0] } ?? [])
        brand = item.brand
        category = item.category
        center = item.place
        radius = 0
    }

    /// A preference for items near `place`.
    init(_ place: Coordinate) {
        kind = nil
        price = .all
        currency = nil
        bedrooms = .all
        area = .all
        types = TypeLikeness([])
        brand = nil
        category = nil
        center = place
        radius = 0
    }

    /// How much `item` is like the preferred ones, 0…1; neutral for one of another kind.
    func likeness(of item: ItemFeatures) -> Double { comparison(with: item).value ?? Likeness.neutral }

    /// The likeness in each respect, weighted; empty for an item of another kind.
    func comparison(with item: ItemFeatures) -> WeightedMean {
        var likeness = WeightedMean()
        if let kind, kind != item.kind { return likeness }
        likeness.add(priceLikeness(item), weight: Self.priceWeight)
        likeness.add(placeLikeness(item.place), weight: Self.placeWeight)
        likeness.add(types.likeness(of: item.type), weight: Self.typeWeight)
        likeness.add(
            Likeness.ofDifference(item.bedrooms, to: bedrooms, halfway: Self.bedroomsHalfway),
            weight: Self.bedroomsWeight
        )
        likeness.add(Likeness.ofShare(item.area, to: area, halfway: Self.areaHalfway), weight: Self.areaWeight)
        if let brand { likeness.add(Likeness.ofEquality(item.brand, to: brand), weight: Self.typeWeight) }
        if let category { likeness.add(Likeness.ofEquality(item.category, to: category), weight: Self.typeWeight) }
        return likeness
    }

    private func priceLikeness(_ item: ItemFeatures) -> Double {
        guard currency == nil || currency == item.currency else { return Likeness.neutral }
        return Likeness.ofShare(item.price.map(Double.init), to: price, halfway: Self.priceHalfway)
    }

    private func placeLikeness(_ place: Coordinate?) -> Double {
        guard let place, let center else { return Likeness.neutral }
        return Likeness.at(max(0, center.distance(to: place) - radius), halfway: Self.placeHalfway)
    }
}
