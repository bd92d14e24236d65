/// The conditions of a user's search or a widget's filter. An item matches if it meets all of them; a missing value
/// meets none.
public struct ItemFilter: Hashable, Sendable {
    public var market: String?
    public var brand: String?
    public var category: String?
    public var collection: String?
    public var place: Area?
    /// Only items with a price in this range, in minor units.
    public var price = ClosedInterval<Int64>.all
    /// The currency of ``price``, an ISO 4217 code; `nil` for the most frequent one among the query's items. Items in
    /// other currencies do not match a bounded price.
    public var currency: String?
    public var attributes: [String: AttributeCondition] = [:]
}

public enum AttributeCondition: Hashable, Sendable {
    /// A number, an instant (Unix seconds) or an amount of money (minor units, any currency) in this range.
    case range(ClosedInterval<Double>)
    case anyOf(Set<String>)
    case flag(Bool)

    fileprivate func intersection(_ other: AttributeCondition) -> AttributeCondition? {
        switch (self, other) {
        case (.range(let one), .range(let other)): return one.intersection(other).map { .range($0) }
        case (.anyOf(let one), .anyOf(let other)):
            let both = one.intersection(other)
            return both.isEmpty ? nil : .anyOf(both)
        case (.flag(let one), .flag(let other)): return one == other ? self : nil
        default: return nil
        }
    }
}

/// A closed range with optional ends.
///
/// Inlinable for specialization in other modules.
public struct ClosedInterval<Bound: Comparable & Hashable & Sendable>: Hashable, Sendable {
    public var min: Bound?
    public var max: Bound?

    @inlinable public init(min: Bound? = nil, max: Bound? = nil) {
        self.min = min
        self.max = max
    }

    @inlinable public static var all: Self { Self() }

    @inlinable public var isBounded: Bool { min != nil || max != nil }

    /// Whether `value` is inside. A missing value is only in the unbounded range.
    @inlinable public func contains(_ value: Bound?) -> Bool {
        guard let value else { return !isBounded }
        if let min, value < min { return false }
        if let max, value > max { return false }
        return true
    }

    fileprivate func intersection(_ other: Self) -> Self? {
        let low = [min, other.min].compactMap(\.self).max()
        let high = [max, other.max].compactMap(\.self).min()
        if let low, let high, low > high { return nil }
        return Self(min: low, max: high)
    }
}

extension ItemFilter {
    public init(market: String? = nil) { self.init(market: market, brand: nil) }

    /// Returns the filter with the conditions of `other` added; `nil` if no item can meet both.
    ///
    /// If both have an area or a collection, this one's is kept.
    public func narrowed(by other: ItemFilter) -> ItemFilter? {
        var filter = self
        guard filter.market.narrow(to: other.market), filter.brand.narrow(to: other.brand),
            filter.category.narrow(to: other.category), filter.currency.narrow(to: other.currency)
        else { return nil }
        filter.collection = collection ?? other.collection
        filter.place = place ?? other.place
        guard let price = price.intersection(other.price) else { return nil }
        filter.price = price
        for (name, condition) in other.attributes {
            guard let own = filter.attributes[name] else {
                filter.attributes[name] = condition
                continue
            }
            guard let both = own.intersection(condition) else { return nil }
            filter.attributes[name] = both
        }
        return filter
    }
}

extension Optional where Wrapped: Equatable {
    /// Adopts the other condition if there is none yet. Returns whether both can hold.
    fileprivate mutating func narrow(to other: Wrapped?) -> Bool {
        guard let other else { return true }
        if self == nil { self = other }
        return self == other
    }
}
