/// Conditions on catalogue items: an item matches that meets every one. A user's search is one, and so is a widget's filter.
///
/// An item that does not state a value does not meet a condition on it.
public struct ItemFilter: Hashable, Sendable {
    /// Only items of this market.
    public var market: String?
    /// Only items of this brand, by its identifier.
    public var brand: String?
    /// Only items of this category.
    public var category: String?
    /// Only items of this collection.
    public var collection: String?
    /// Only items in this area.
    public var place: Area?
    /// Only items at such a price, in minor units.
    public var price: ClosedInterval<Int64>
    /// The currency of ``price``, an ISO 4217 code; `nil` for the currency of most items that the query looks at. Items in other
    /// currencies do not meet a bounded price.
    public var currency: String?
    /// Conditions on attributes, by their names.
    public var attributes: [String: AttributeCondition]

    /// A filter that every item meets, but for the conditions given.
    public init(
        market: String? = nil,
        brand: String? = nil,
        category: String? = nil,
        collection: String? = nil,
        place: Area? = nil,
        price: ClosedInterval<Int64> = .all,
        currency: String? = nil,
        attributes: [String: AttributeCondition] = [:]
    ) {
        self.market = market
        self.brand = brand
        self.category = category
        self.collection = collection
        self.place = place
        self.price = price
        self.currency = currency
        self.attributes = attributes
    }
}

/// A condition on an attribute's value.
public enum AttributeCondition: Hashable, Sendable {
    /// A number, an instant (Unix seconds) or an amount of money (minor units, any currency) in the range.
    case range(ClosedInterval<Double>)
    /// One of these texts.
    case anyOf(Set<String>)
    /// This flag.
    case flag(Bool)
}
