import Catalogue

/// How like other items are to one item.
///
/// The weighted mean of a ``Preference`` for the item and of the likeness in each other attribute that it states:
/// equality of texts and flags, nearness of numbers and amounts of money. Instants do not count.
struct SimilarityProfile {
    /// The weight of each attribute without a weight of its own in ``Preference``.
    static let attributeWeight: Float = 0.10
    /// The difference at which a number is half alike, as a share of the greater of both.
    static let numberHalfway = 0.25

    /// The item's features.
    let features: ItemFeatures
    private let kind: Int
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
        kind = snapshot.kindCode(of: row)
        preference = Preference(
            0,
            of: ComparedColumns(preferred: [row], in: snapshot),
            kind: kind,
            TypeFamilies(in: snapshot)
        )
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

    /// How like the items in the rows, which are of its kind, are, each 0…1.
    func likenesses(of rows: [ItemRow], in snapshot: CatalogueSnapshot) -> [Float] {
        let items = ComparedColumns(preferred: rows, in: snapshot)
        var scores = UserProfile(preference).scores(of: items, kind: kind)
        if attributes.isEmpty { return scores }
        let total = preference.totalWeight + Float(attributes.count) * Self.attributeWeight
        for (index, row) in rows.enumerated() {
            var sum = scores[index] * preference.totalWeight
            for (name, value) in attributes {
                sum += Self.attributeWeight * Float(likeness(of: row, in: name, to: value, snapshot))
            }
            scores[index] = sum / total
        }
        return scores
    }

    private func likeness(of row: ItemRow, in name: String, to value: Value, _ snapshot: CatalogueSnapshot) -> Double {
        let likeness: Double? =
            switch value {
            case .number(let number):
                snapshot.number(name, of: row).map { Similarity.ofNumbers($0, number, halfway: Self.numberHalfway) }
            case .text(let text): snapshot.text(name, of: row).map { $0 == text ? 1 : 0 }
            case .flag(let flag): snapshot.flag(name, of: row).map { $0 == flag ? 1 : 0 }
            }
        return likeness ?? Similarity.neutral
    }
}
