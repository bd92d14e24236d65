import Catalogue

/// How like other items are to one item.
///
/// The weighted mean of a ``Preference`` for the item and of the likeness in each other attribute that it states: equality of texts
/// and flags, nearness of numbers and amounts of money. Instants do not count.
struct SimilarityProfile {
    /// The weight of each attribute without a weight of its own in ``Preference``.
    static let attributeWeight = 0.10
    /// The difference at which a number is half alike, as a share of the greater of both.
    static let numberHalfway = 0.25

    /// The item's features.
    let features: ItemFeatures
    private let preference: Preference
    private let attributes: [(name: String, value: Value)]

    private enum Value {
        case number(Double)
        case text(String)
        case flag(Bool)
    }

    /// The profile of the item in a row of `snapshot`.
    init(of row: ItemRow, in snapshot: CatalogueSnapshot) {
        features = ItemFeatures(of: row, in: snapshot)
        preference = Preference(features)
        let weighed = [ListingAttribute.type, ListingAttribute.bedrooms, ListingAttribute.area]
        attributes = snapshot.kind(of: row).attributes.compactMap { attribute in
            let name = attribute.name
            if weighed.contains(name) { return nil }
            let value: Value? =
                switch attribute.type {
                case .number, .money: snapshot.number(name, of: row).map { .number($0) }
                case .text: snapshot.text(name, of: row).map { .text($0) }
                case .flag: snapshot.flag(name, of: row).map { .flag($0) }
                case .instant: nil
                }
            return value.map { (name, $0) }
        }
    }

    /// How like the item in a row of `snapshot` is, 0…1.
    func likeness(of row: ItemRow, in snapshot: CatalogueSnapshot) -> Double {
        var likeness = preference.comparison(with: ItemFeatures(of: row, in: snapshot))
        for (name, value) in attributes {
            let part: Double? =
                switch value {
                case .number(let number):
                    snapshot.number(name, of: row).map { Likeness.ofNumbers($0, number, halfway: Self.numberHalfway) }
                case .text(let text): Likeness.ofEquality(snapshot.text(name, of: row), to: text)
                case .flag(let flag): snapshot.flag(name, of: row).map { $0 == flag ? 1 : 0 }
                }
            likeness.add(part ?? Likeness.neutral, weight: Self.attributeWeight)
        }
        return likeness.value ?? Likeness.neutral
    }
}
