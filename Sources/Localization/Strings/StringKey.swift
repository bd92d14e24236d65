/// The strings that the program adds to documents: each case is a key of the localization files,
/// `Config/localization/*.json`. `en.json` is linked into this module and built in.
public enum StringKey: Int, Sendable, CaseIterable {
    case listSeparator

    // The marks of items.
    case isNew, newCount, newCountOrMore
    case fitsSearch
    case overBudget, underBudget, smaller, larger, lessThan
    case outsideArea
    case fewerBedrooms, moreBedrooms, fewerBathrooms, moreBathrooms
    case otherType
    case placeNotStated, bedroomsNotStated, bathroomsNotStated, areaNotStated
    case distanceAway

    // Why items are recommended.
    case becauseOpened, newInBrand
    case popular, popularNearby, nearby, newlyAdded

    // What has changed about items.
    case cheaperThanSeen, cheaper
    case backInStock, newSinceLastVisit, saved

    // The details of listings, short on cards and in full for screen readers.
    case bedroomsShort, bathroomsShort, studio
    case bedrooms, bathrooms, spokenSquareMeters, spokenSquareFeet

    // Units.
    case meters, kilometers, feet, yards, miles, squareMeters, squareFeet
    case minutes, hours, days, years, grams, kilograms, milliliters, liters

    // The errors of widgets.
    case storeUnavailable, upstreamUnavailable, upstreamOverloaded, upstreamTimeout, sourceTimeout
    case tryAgain

    /// The kind of value that replaces the placeholder of the same name: `{count}`.
    enum Placeholder: String, Sendable, CaseIterable {
        /// Selects the plural form.
        case count
        /// Selects no plural form.
        case number
        /// With its sign.
        case percent
        /// With its unit.
        case distance
        case title
        case brand
    }

    public var name: String { "\(self)" }

    var placeholder: Placeholder? {
        switch self {
        case .newCount, .newCountOrMore, .fewerBedrooms, .moreBedrooms, .fewerBathrooms, .moreBathrooms,
            .bedroomsShort, .bathroomsShort, .bedrooms, .bathrooms, .spokenSquareMeters, .spokenSquareFeet,
            .days, .years:
            .count
        case .meters, .kilometers, .feet, .yards, .miles, .squareMeters, .squareFeet, .minutes, .hours, .grams,
            .kilograms, .milliliters, .liters:
            .number
        case .overBudget, .underBudget, .smaller, .larger, .lessThan, .cheaperThanSeen, .cheaper: .percent
        case .outsideArea, .distanceAway: .distance
        case .becauseOpened: .title
        case .newInBrand: .brand
        default: nil
        }
    }
}
