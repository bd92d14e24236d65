import Localization
import Recommendations

extension Reason {
    /// Its name in documents, its text, and the value of the text's placeholder: `nil` for the title of an item that the
    /// user opened, or the name of a brand.
    var definition: (name: StaticString, text: StringKey, argument: Localizer.Argument?) {
        let (number, none) = (Int(value), Localizer.Argument.none)
        return switch kind {
        case .overBudget: ("over_budget", .overBudget, .percent(number))
        case .underBudget: ("under_budget", .underBudget, .percent(number))
        case .outsideArea: ("outside_area", .outsideArea, .distance(meters: number))
        case .fewerBedrooms: ("fewer_bedrooms", .fewerBedrooms, .number(thousandths: number * 1_000))
        case .moreBedrooms: ("more_bedrooms", .moreBedrooms, .number(thousandths: number * 1_000))
        case .fewerBathrooms: ("fewer_bathrooms", .fewerBathrooms, .number(thousandths: number))
        case .moreBathrooms: ("more_bathrooms", .moreBathrooms, .number(thousandths: number))
        case .smaller: ("smaller", .smaller, .percent(number))
        case .larger: ("larger", .larger, .percent(number))
        case .otherType: ("other_type", .otherType, none)
        case .placeNotStated: ("not_stated", .placeNotStated, none)
        case .bedroomsNotStated: ("not_stated", .bedroomsNotStated, none)
        case .bathroomsNotStated: ("not_stated", .bathroomsNotStated, none)
        case .areaNotStated: ("not_stated", .areaNotStated, none)
        case .openedTogether: ("opened_together", .becauseOpened, nil)
        case .likeOpened: ("like_opened", .becauseOpened, nil)
        case .popular: ("popular", .popular, none)
        case .popularNearby: ("popular_nearby", .popularNearby, none)
        case .nearby: ("nearby", .nearby, none)
        case .newInBrand: ("new_in_brand", .newInBrand, nil)
        case .new: ("new", .newlyAdded, none)
        }
    }
}
