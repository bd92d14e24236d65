/// Why an item is shown: the condition of the last search that it does not meet, or the greatest part of its score.
/// Small, since rankings are kept for every cached user.
public struct Reason: Hashable, Sendable {
    /// See ``Kind``; 0 for kinds without a number.
    public let value: Int32
    public let kind: Kind

    public enum Kind: UInt8, Sendable {
        /// Why the search does not find the item. The number is the difference from the missed end of the range: in
        /// percent of it, in whole metres or bedrooms, all of them rounded up; in thousandths of a bathroom, since a half
        /// bath counts 0.5.
        case overBudget = 1, underBudget, outsideArea, fewerBedrooms, moreBedrooms, fewerBathrooms, moreBathrooms
        case smaller, larger
        /// Another condition is not met: clients have no text for it beyond "another type".
        case otherType
        /// The item has no value for this condition of the search.
        case placeNotStated, bedroomsNotStated, bathroomsNotStated, areaNotStated
        /// Why the item is recommended: users open it together with an item that the user opened, or it is like one. The
        /// number is the index of that in the user's opened items.
        case openedTogether, likeOpened
        case popular, popularNearby, nearby
        /// It was listed lately; the item has a brand.
        case newInBrand
        case new

        public var isMismatch: Bool { rawValue < Self.openedTogether.rawValue }
    }

    public init(_ kind: Kind, _ value: Int32 = 0) { (self.kind, self.value) = (kind, value) }

    /// - Parameter value: Above 0. It is rounded up to 1…`bound`, which also stands for NaN.
    init(_ kind: Kind, roundingUp value: Double, atMost bound: Int32 = .max) {
        self.init(kind, value < Double(bound) ? Int32(max(1, value.rounded(.up))) : bound)
    }

    /// `difference`, above 0, in percent of `end`. The rounding errors of decimal fractions do not round it up.
    init(_ kind: Kind, percent difference: Double, of end: Double) {
        self.init(kind, roundingUp: difference * 100 / end - 1e-9, atMost: 999)
    }
}
