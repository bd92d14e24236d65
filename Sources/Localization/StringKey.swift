/// All that a document says which is not its content's own: each case is a key in a language's file of words.
public enum StringKey: Int, Sendable, CaseIterable {
    // What stands between the parts of an enumeration.
    case listSeparator

    // What an item is to the user.
    case isNew, newCount, newCountOrMore
    case fitsSearch
    case overBudget, underBudget, smaller, larger, lessThan
    case outsideArea
    case fewerBedrooms, moreBedrooms, fewerBathrooms, moreBathrooms
    case otherType, otherMarket
    case placeNotStated, bedroomsNotStated, bathroomsNotStated, areaNotStated
    case distanceAway

    // What a listing has, short on its card and in full for a screen reader.
    case bedroomsShort, bathroomsShort
    case bedrooms, bathrooms, spokenSquareMeters, spokenSquareFeet

    // Units.
    case meters, kilometers, feet, yards, miles, squareMeters, squareFeet
    case minutes, hours, days, years, grams, kilograms, milliliters, liters

    // Why a widget has no items.
    case storeUnavailable, upstreamUnavailable, upstreamOverloaded, upstreamTimeout, sourceTimeout

    /// What stands in a phrase's place of the same name, in braces: `{count}`.
    public enum Placeholder: String, Sendable, CaseIterable {
        /// A number that decides over the plural form.
        case count
        /// A number that does not.
        case number
        /// A share, with its sign.
        case percent
        /// A distance, with its unit.
        case distance
    }

    /// The key in a file of words.
    public var key: String { "\(self)" }

    /// What has to be known to say it.
    public var placeholder: Placeholder? {
        switch self {
        case .newCount, .newCountOrMore, .fewerBedrooms, .moreBedrooms, .fewerBathrooms, .moreBathrooms,
            .bedroomsShort, .bathroomsShort, .bedrooms, .bathrooms, .spokenSquareMeters, .spokenSquareFeet,
            .days, .years:
            .count
        case .meters, .kilometers, .feet, .yards, .miles, .squareMeters, .squareFeet, .minutes, .hours, .grams,
            .kilograms, .milliliters, .liters:
            .number
        case .overBudget, .underBudget, .smaller, .larger, .lessThan: .percent
        case .outsideArea, .distanceAway: .distance
        case .listSeparator, .isNew, .fitsSearch, .otherType, .otherMarket, .placeNotStated, .bedroomsNotStated,
            .bathroomsNotStated, .areaNotStated, .storeUnavailable, .upstreamUnavailable, .upstreamOverloaded,
            .upstreamTimeout,
            .sourceTimeout:
            nil
        }
    }
}
