// The parts that several statements share. Columns are in the order in which Rows.swift reads them.
extension SQL {
    static let hit = """
        listing.key, revision, type, price, bedrooms, bathrooms, area, latitude, longitude, listed_at, id, market, \
        expires_at
        """

    static let productHit = "product.key, product.id, product.revision, brand.revision"

    static let listingContent = """
        id, title, type, price, currency, bedrooms, bathrooms, area, latitude, longitude, address, market, listed_at, \
        status, expires_at, images
        """

    static let productContent = "revision, id, title, brand, price, currency, category, image"

    static let criteria = """
        market, types, price_min, price_max, bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max, \
        area_min, area_max, latitude, longitude, radius
        """

    /// Whether a listing is on offer.
    static func isOnOffer(at moment: String) -> String {
        "status = 0 AND (expires_at IS NULL OR expires_at > \(moment))"
    }

    /// Whether a listing is on offer and meets all criteria but the market and the place; first what rules most listings out.
    /// An unknown value is taken for the one that is given beside its range: null, which lies in no range, or where every
    /// value will do, one of those.
    static let fits = """
        price BETWEEN ?2 AND ?3 AND (?1 >> type) & 1
        AND ifnull(bedrooms, ?4) BETWEEN ?5 AND ?6
        AND ifnull(bathrooms, ?7) BETWEEN ?8 AND ?9
        AND ifnull(area, ?10) BETWEEN ?11 AND ?12
        AND \(isOnOffer(at: "?13"))
        """

    /// Whether a listing stands on a shelf, behind a position.
    static let isBehind = "status = 0 AND listed_at <= ?3 AND (listed_at < ?3 OR id > ?4)"

    /// Whether a product meets the conditions of a query, of which a brand or category may be null.
    static let suits = """
        brand.id = ifnull(?1, brand.id) AND (?2 IS NULL OR category = ?2) AND price BETWEEN ?3 AND ?4
        """

    /// The columns, as the row has them that could not be inserted.
    static func excluded(_ columns: String) -> String {
        columns.split(separator: ", ").map { "excluded.\($0)" }.joined(separator: ", ")
    }
}
