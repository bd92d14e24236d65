import Catalogue

/// How an item relates to the user's last search.
public enum Match: Hashable, Sendable {
    /// The search finds it.
    case fits
    /// The search does not find it, but it is like what the search finds.
    case similar(Mismatch)
}

/// An unmet condition of a search, and the difference.
///
/// Percentages are of the missed end of the range, rounded up to 1…``maximumPercent``.
public enum Mismatch: Hashable, Sendable {
    case overBudget(percent: Int)
    case underBudget(percent: Int)
    /// The distance outside of the area's edge, in metres, rounded up, at least 1.
    case outsideArea(meters: Int)
    case fewerBedrooms(Int)
    case moreBedrooms(Int)
    /// The number of missing bathrooms; a half bath counts 0.5.
    case fewerBathrooms(Double)
    /// The number of excess bathrooms; a half bath counts 0.5.
    case moreBathrooms(Double)
    case smaller(percent: Int)
    case larger(percent: Int)
    /// Another condition is not met: clients have no text for it beyond "another type".
    case other
    /// The item has no value for this condition of the search.
    case notStated(Detail)

    public enum Detail: Int, Sendable, CaseIterable {
        case place
        case bedrooms
        case bathrooms
        case area
    }

    /// The greatest percentage; it also stands for greater ones.
    static let maximumPercent = 999

    /// `difference`, above 0, in percent of `end`. The rounding errors of decimal fractions do not round it up.
    static func percent(_ difference: Double, of end: Double) -> Int {
        wholeUp(difference * 100 / end - 1e-9, atMost: Double(maximumPercent))
    }

    /// `meters`, above 0, in whole metres. No two places on Earth are farther apart than the bound.
    static func whole(meters: Double) -> Int {
        wholeUp(meters, atMost: (Coordinate.earthRadius * .pi).rounded(.up))
    }

    /// `count`, above 0, rounded up to a whole number.
    static func whole(count: Double) -> Int { wholeUp(count, atMost: maximumCount) }

    /// The greatest count; it also stands for greater ones.
    private static let maximumCount = 1e15

    /// `value` rounded up to 1…`bound`, which also stands for NaN.
    private static func wholeUp(_ value: Double, atMost bound: Double) -> Int {
        value < bound ? Int(max(1, value.rounded(.up))) : Int(bound)
    }
}
