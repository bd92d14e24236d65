import Catalogue

/// One respect in which an item does not meet the conditions of a search, and by how much.
///
/// Percentages are of the end of the range that was missed, rounded up to 1…``maximumPercent``.
public enum Mismatch: Hashable, Sendable {
    /// It costs more than the search allows.
    case overBudget(percent: Int)
    /// It costs less than the search asks for.
    case underMinimum(percent: Int)
    /// It stands so far outside the area's edge, in metres, rounded up, at least 1.
    case outsideArea(meters: Int)
    /// It has so many bedrooms fewer.
    case fewerBedrooms(Int)
    /// It has so many bedrooms more.
    case moreBedrooms(Int)
    /// It has so many bathrooms fewer; a half bath counts 0.5.
    case fewerBathrooms(Double)
    /// It has so many bathrooms more; a half bath counts 0.5.
    case moreBathrooms(Double)
    /// Its living area is smaller.
    case smaller(percent: Int)
    /// Its living area is larger.
    case larger(percent: Int)
    /// It is of this type, for which the search did not ask.
    case otherType(String)
    /// It does not meet the condition on this attribute (`rating`) or field (`brand`), or does not state it.
    case attribute(String)
    /// The search has a condition on this detail, which the item does not state.
    case unknown(Detail)

    /// A detail that an item need not state.
    public enum Detail: Hashable, Sendable, CaseIterable {
        /// Where it stands.
        case place
        /// How many bedrooms it has.
        case bedrooms
        /// How many bathrooms it has.
        case bathrooms
        /// Its living area.
        case area
    }

    /// The greatest percentage told; it stands for anything beyond as well.
    public static let maximumPercent = 999

    /// What `difference`, above 0, is in percent of `end`. Differences of a billionth of a percent, which come of
    /// decimal fractions in binary, do not lift the figure to the next whole one.
    static func percent(_ difference: Double, of end: Double) -> Int {
        wholeUp(difference * 100 / end - 1e-9, atMost: Double(maximumPercent))
    }

    /// `meters`, above 0, in whole metres. No two places on Earth are farther apart than the bound.
    static func whole(meters: Double) -> Int {
        wholeUp(meters, atMost: (Coordinate.earthRadius * .pi).rounded(.up))
    }

    /// `count`, above 0, rounded up to a whole number.
    static func whole(count: Double) -> Int { wholeUp(count, atMost: maximumCount) }

    /// The greatest count told; it stands for anything beyond as well.
    private static let maximumCount = 1e15

    /// `value` rounded up to a whole number from 1 to `bound`, which also stands for what is not a number.
    private static func wholeUp(_ value: Double, atMost bound: Double) -> Int {
        value < bound ? Int(max(1, value.rounded(.up))) : Int(bound)
    }
}
