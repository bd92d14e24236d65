import Localization
import Recommendations

extension Reason.Kind {
    /// The value of the placeholder in a reason's text.
    enum Argument {
        case none
        case percent
        /// Metres.
        case distance
        case count
        case thousandths
        /// The title of an item that the user opened, or the name of a brand.
        case subject
    }

    /// `name` is that in documents.
    var definition: (name: StaticString, text: StringKey, argument: Argument) {
        switch self {
        case .overBudget: ("over_budget", .overBudget, .percent)
        case .underBudget: ("under_budget", .underBudget, .percent)
        case .outsideArea: ("outside_area", .outsideArea, .distance)
        case .fewerBedrooms: ("fewer_bedrooms", .fewerBedrooms, .count)
        case .moreBedrooms: ("more_bedrooms", .moreBedrooms, .count)
        case .fewerBathrooms: ("fewer_bathrooms", .fewerBathrooms, .thousandths)
        case .moreBathrooms: ("more_bathrooms", .moreBathrooms, .thousandths)
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
}
