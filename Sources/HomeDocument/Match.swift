import HomeLayout

/// How an item relates to what the user searches for.
public enum Match: Hashable, Sendable {
    /// The search itself would find it.
    case fits
    /// The search would not find it, for this reason, but it is much like what the search finds.
    case similar(MatchReason)
}

/// Why a search does not find a listing that is much like those it finds.
///
/// Percentages are of the search's own bound, rounded; 0 reads as "less than 1%".
public enum MatchReason: Hashable, Sendable {
    /// It costs more than the search allows.
    case overBudget(percent: Int)
    /// It costs less than the search asks for.
    case underBudget(percent: Int)
    /// It lies so far outside the search's area.
    case outsideArea(Distance)
    /// It has so many bedrooms fewer than the search asks for.
    case fewerBedrooms(Int)
    /// It has so many bedrooms more than the search allows.
    case moreBedrooms(Int)
    /// It has so many bathrooms fewer than the search asks for; a half bath counts 0.5.
    case fewerBathrooms(FixedPoint)
    /// It has so many bathrooms more than the search allows; a half bath counts 0.5.
    case moreBathrooms(FixedPoint)
    /// Its living area is smaller than the search asks for.
    case smaller(percent: Int)
    /// Its living area is larger than the search allows.
    case larger(percent: Int)
    /// It is of a type that the search does not name.
    case otherType
    /// It is in another market than the search's.
    case otherMarket
    /// It does not state what the search has a condition on.
    case notStated(Detail)

    /// What a listing need not state.
    public enum Detail: Int, Sendable, CaseIterable {
        /// Where it stands.
        case place
        /// How many bedrooms it has.
        case bedrooms
        /// How many bathrooms it has.
        case bathrooms
        /// Its living area.
        case area
    }
}

extension MatchReason {
    /// The word that clients know the reason by, a number that stands for it in revisions, and its own number.
    var parts: (code: StaticString, ordinal: Int, value: Int) {
        switch self {
        case .overBudget(let percent): ("over_budget", 1, percent)
        case .underBudget(let percent): ("under_budget", 2, percent)
        case .outsideArea(let distance): ("outside_area", 3, distance.meters)
        case .fewerBedrooms(let count): ("fewer_bedrooms", 4, count)
        case .moreBedrooms(let count): ("more_bedrooms", 5, count)
        case .fewerBathrooms(let count): ("fewer_bathrooms", 6, count.thousandths)
        case .moreBathrooms(let count): ("more_bathrooms", 7, count.thousandths)
        case .smaller(let percent): ("smaller", 8, percent)
        case .larger(let percent): ("larger", 9, percent)
        case .otherType: ("other_type", 10, 0)
        case .otherMarket: ("other_market", 11, 0)
        case .notStated(let detail): ("not_stated", 12, detail.rawValue)
        }
    }
}
