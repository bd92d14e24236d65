import Localization
import Recommendations

/// Why an item is shown: the condition of the search that it does not meet, or why it is recommended.
enum Reason: UInt8, Sendable {
    case none
    // Why the search does not find it.
    case overBudget, underBudget, outsideArea, fewerBedrooms, moreBedrooms, fewerBathrooms, moreBathrooms
    case smaller, larger, otherType, placeNotStated, bedroomsNotStated, bathroomsNotStated, areaNotStated
    // Why it is recommended.
    case openedTogether, likeOpened, popular, popularNearby, nearby, newInBrand, new

    /// The value of the placeholder in a reason's text, from the value of a ``Mark``.
    enum Argument {
        case none
        case percent
        /// Metres.
        case distance
        case count
        /// Thousandths: a half bath counts 0.5.
        case decimal
        /// The title of an item that the user opened, or the name of a brand.
        case subject
    }

    /// Whether the search does not find the item.
    var isMismatch: Bool { rawValue > Self.none.rawValue && rawValue < Self.openedTogether.rawValue }

    /// `kind` is the name in documents.
    var definition: (kind: StaticString, text: StringKey, argument: Argument) {
        switch self {
        case .none: preconditionFailure("no reason has no text")
        case .overBudget: ("over_budget", .overBudget, .percent)
        case .underBudget: ("under_budget", .underBudget, .percent)
        case .outsideArea: ("outside_area", .outsideArea, .distance)
        case .fewerBedrooms: ("fewer_bedrooms", .fewerBedrooms, .count)
        case .moreBedrooms: ("more_bedrooms", .moreBedrooms, .count)
        case .fewerBathrooms: ("fewer_bathrooms", .fewerBathrooms, .decimal)
        case .moreBathrooms: ("more_bathrooms", .moreBathrooms, .decimal)
        case .smaller: ("smaller", .smaller, .percent)
        case .larger: ("larger", .larger, .percent)
        case .otherType: ("other_type", .otherType, .none)
        case .placeNotStated: ("not_stated", .placeNotStated, .none)
        case .bedroomsNotStated: ("not_stated", .bedroomsNotStated, .none)
        case .bathroomsNotStated: ("not_stated", .bathroomsNotStated, .none)
        case .areaNotStated: ("not_stated", .areaNotStated, .none)
        case .openedTogether: ("opened_together", .becauseOpened, .subject)
        case .likeOpened: ("like_opened", .becauseOpened, .subject)
        case .popular: ("popular", .popular, .none)
        case .popularNearby: ("popular_nearby", .popularNearby, .none)
        case .nearby: ("nearby", .nearby, .none)
        case .newInBrand: ("new_in_brand", .newInBrand, .subject)
        case .new: ("new", .newlyAdded, .none)
        }
    }

    static func of(_ mismatch: Mismatch) -> (Reason, value: Int32) {
        func thousandths(_ count: Double) -> Int32 { Int32((min(count, 1_000_000) * 1_000).rounded()) }
        return switch mismatch {
        case .overBudget(let percent): (.overBudget, Int32(clamping: percent))
        case .underBudget(let percent): (.underBudget, Int32(clamping: percent))
        case .outsideArea(let meters): (.outsideArea, Int32(clamping: meters))
        case .fewerBedrooms(let count): (.fewerBedrooms, Int32(clamping: count))
        case .moreBedrooms(let count): (.moreBedrooms, Int32(clamping: count))
        case .fewerBathrooms(let count): (.fewerBathrooms, thousandths(count))
        case .moreBathrooms(let count): (.moreBathrooms, thousandths(count))
        case .smaller(let percent): (.smaller, Int32(clamping: percent))
        case .larger(let percent): (.larger, Int32(clamping: percent))
        case .other: (.otherType, 0)
        case .notStated(.place): (.placeNotStated, 0)
        case .notStated(.bedrooms): (.bedroomsNotStated, 0)
        case .notStated(.bathrooms): (.bathroomsNotStated, 0)
        case .notStated(.area): (.areaNotStated, 0)
        }
    }

    /// - Returns: `opened` is the index of the opened item that the reason names.
    static func of(_ cause: RecommendationReason) -> (Reason, opened: UInt8?) {
        switch cause {
        case .openedTogether(let index): (.openedTogether, index)
        case .likeOpened(let index): (.likeOpened, index)
        case .popular: (.popular, nil)
        case .popularNearby: (.popularNearby, nil)
        case .nearby: (.nearby, nil)
        case .newInBrand: (.newInBrand, nil)
        case .new: (.new, nil)
        }
    }
}
