/// What a user searched for: a listing fits that meets every condition that is given.
///
/// A listing whose value is not known does not meet a condition on it.
public struct SearchCriteria: Hashable, Sendable {
    /// Only listings of this market.
    public var market: String?
    /// Only listings of one of these types; empty means any.
    public var types: Set<ListingType>
    /// The price in minor units of the listing's own currency.
    public var price: ClosedInterval<Int64>
    /// How many bedrooms.
    public var bedrooms: ClosedInterval<Int>
    /// How many bathrooms.
    public var bathrooms: ClosedInterval<Double>
    /// The living area in square metres.
    public var area: ClosedInterval<Double>
    /// Only listings in this area.
    public var place: Area?

    /// Criteria that every listing meets, but for the conditions given.
    public init(
        market: String? = nil,
        types: Set<ListingType> = [],
        price: ClosedInterval<Int64> = .all,
        bedrooms: ClosedInterval<Int> = .all,
        bathrooms: ClosedInterval<Double> = .all,
        area: ClosedInterval<Double> = .all,
        place: Area? = nil
    ) {
        self.market = market
        self.types = types
        self.price = price
        self.bedrooms = bedrooms
        self.bathrooms = bathrooms
        self.area = area
        self.place = place
    }
}

/// A range with both ends included, each of which may be missing.
///
/// Inlinable, so that each module has it for its own types: whether a value of any type is missing takes a look-up of what that
/// type is at run time.
public struct ClosedInterval<Bound: Comparable & Hashable & Sendable>: Hashable, Sendable {
    /// The least value inside; `nil` where there is no lower end.
    public var min: Bound?
    /// The greatest value inside; `nil` where there is no upper end.
    public var max: Bound?

    /// The range from `min` to `max`, both included.
    @inlinable public init(min: Bound? = nil, max: Bound? = nil) {
        self.min = min
        self.max = max
    }

    /// The range without ends.
    @inlinable public static var all: Self { Self() }

    /// Whether the range has an end at all.
    @inlinable public var isBounded: Bool { min != nil || max != nil }

    /// Whether `value` lies inside. A missing value lies inside only where the range has no ends.
    @inlinable public func contains(_ value: Bound?) -> Bool {
        guard let value else { return !isBounded }
        if let min, value < min { return false }
        if let max, value > max { return false }
        return true
    }
}
