import Catalogue

/// The conditions of a search, by the mismatch of each.
struct SearchConditions {
    var kind: String
    /// Minor units.
    var price: ClosedInterval<Int64> = .all
    /// The currency of ``price``; `nil` for any.
    var currency: String?
    var place: Area?
    var bedrooms: ClosedInterval<Double> = .all
    var bathrooms: ClosedInterval<Double> = .all
    var area: ClosedInterval<Double> = .all
    var brand: String?
    var category: String?
    var collection: String?
    /// The conditions on all attributes, sorted by name.
    var attributes: [(name: String, condition: AttributeCondition)] = []
    /// Those on attributes without a property here, sorted by name.
    var others: [(name: String, condition: AttributeCondition)] = []
}

extension SearchConditions {
    /// The conditions of `search`. Of a bounded price the search should name the currency: `nil` is taken for any.
    init(_ search: UserSearch) {
        let filter = search.filter
        self.init(
            kind: search.kind,
            price: filter.price,
            currency: filter.price.isBounded ? filter.currency : nil,
            place: filter.place,
            brand: filter.brand,
            category: filter.category,
            collection: filter.collection
        )
        attributes = filter.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        for (name, condition) in attributes {
            switch (name, condition) {
            case (ListingAttribute.bedrooms, .range(let range)): bedrooms = range
            case (ListingAttribute.bathrooms, .range(let range)): bathrooms = range
            case (ListingAttribute.area, .range(let range)): area = range
            default: others.append((name, condition))
            }
        }
    }
}

extension CatalogueSnapshot {
    func meets(_ condition: AttributeCondition, on attribute: String, _ row: ItemRow) -> Bool {
        switch condition {
        case .range(let range): number(attribute, of: row).map(range.contains) ?? false
        case .anyOf(let values): text(attribute, of: row).map(values.contains) ?? false
        case .flag(let flag): self.flag(attribute, of: row) == flag
        }
    }
}

/// The names of the attributes that have a meaning of their own here, in whatever kind they are declared.
enum ListingAttribute {
    static let bedrooms = "bedrooms"
    /// A number; a half bath counts 0.5.
    static let bathrooms = "bathrooms"
    /// A number, in square metres.
    static let area = "area"
}
