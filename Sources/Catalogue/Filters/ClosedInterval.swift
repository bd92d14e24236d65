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
