/// What the columns of those tables mean, for the migrations of both engines.
package enum LegacyStore {
    /// The columns of a listing.
    /// - Parameters:
    ///   - latitude: SQL for degrees north, or null.
    ///   - longitude: SQL for degrees east, or null.
    package static func listingColumns(latitude: String = "latitude", longitude: String = "longitude") -> String {
        """
        listing.id, title, type, price, currency, bedrooms, bathrooms, area, \(latitude), \(longitude), address, market, \
        listed_at, status, expires_at, images
        """
    }

    /// How many columns of a listing there are; the engine's own follow.
    package static let listingColumnCount = 16

    /// The columns of a product, joined with its brand.
    package static let productColumns = """
        product.id, product.title, brand.id, brand.name, product.price, product.currency, product.category, product.image
        """

    /// How many columns of a product there are; the engine's own follow.
    package static let productColumnCount = 8

    /// The columns of a search.
    package static let searchColumns = """
        market, types, price_min, price_max, bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max, \
        area_min, area_max, latitude, longitude, radius
        """

    /// How many columns of a search there are.
    package static let searchColumnCount = 13

    /// The columns of feedback.
    /// - Parameter user: the column of the user's id.
    package static func feedbackColumns(user: String) -> String {
        "position, \(user), at, kind, item, \(searchColumns)"
    }

    /// The names of the kinds of items, by their codes.
    package static let kinds = ["listing", "product"]

    /// The kind of feedback about a search; others are the codes of ``kinds``.
    static let searchFeedback: Int64 = 2

    /// The texts of the types of listings, by their codes.
    static let types = [
        "house", "townhouse", "apartment", "studio", "duplex", "penthouse", "land", "commercial", "other",
    ]

    /// The statuses of listings, by their codes.
    static let statuses: [ItemStatus] = [.active, .hidden, .sold]
}
