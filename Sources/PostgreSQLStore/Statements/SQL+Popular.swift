// The most opened listings: along their order, or where `placesAround` finds few in the area, those of the area, sorted.
// Where the engine drops what lies outside by its exact distance (see `Reach`) from a full page, it asks for more.
extension SQL {
    /// The most opened of a market.
    /// - Parameters: 1 to 16 as in ``fits``, 17 market text, 18 limit int8.
    /// - Columns: ``hit``, in order.
    static let popularInMarketText = popular("popularity.market = $17::text AND")

    /// The most opened of all markets.
    /// - Parameters: as in ``popularInMarketText``; 17 is not looked at.
    /// - Columns: ``hit``, in order.
    static let popularText = popular("($17::text IS NULL OR true) AND")

    private static func popular(_ shelf: String) -> String {
        """
        SELECT \(hit)
        FROM popularity
        \(lookUp("listing", where: "listing.market = popularity.market AND listing.key = popularity.key"))
        WHERE \(shelf) popularity.opened_by > 0 AND \(fits)
        ORDER BY popularity.opened_by DESC, popularity.listed_at DESC, popularity.id LIMIT $18::int8
        """
    }

    /// The most opened of those around the area.
    /// - Parameters: as in ``popularInMarketText``; 17 text? null for all markets.
    /// - Columns: ``hit``, in order.
    static let popularAroundText = """
        WITH listing AS MATERIALIZED (\(around))
        SELECT \(hit)
        FROM listing
        \(lookUp("popularity", where: "popularity.market = listing.market AND popularity.key = listing.key"))
        WHERE popularity.opened_by > 0
        ORDER BY popularity.opened_by DESC, popularity.listed_at DESC, popularity.id LIMIT $18::int8
        """
}
