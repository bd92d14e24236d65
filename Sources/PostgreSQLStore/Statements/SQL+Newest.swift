// The newest listings. What the engine keeps of a market's beginning, it has read by `listedInMarket`, and most searches find their
// page in that. Where they do not, there are three ways to the same rows, of which the engine takes the one that looks at the fewest:
//
// 1. Where `placesAround` finds that the area holds a handful, `newestAround` sorts those.
// 2. `newestInMarket` (`newest`, where the search names no market) along the order, but no farther than `walk` listings, unless
//    as many were looked at in what is kept.
// 3. Where that has not filled the page, `pricedInMarket` and `placesAround` tell whether the range of prices or the area holds
//    so few that `newestPriced` or `newestAround` has sorted them before a walk would be over. Else the walk again, without end.
//
// What lies outside an area by its exact distance the engine drops (see `Reach`); where that leaves too few of a full page, it asks
// for more.
extension SQL {
    /// The listings of a market behind a position, whatever is looked for, and the version of the catalogue that they are of.
    /// - Parameters: 1 market text, 2 listed_at int8 and 3 id text of the position, 4 limit int8.
    /// - Columns: ``hit``, in order, and the version int8; where there is no such listing, one row of nulls and the version.
    static let listedInMarketText = """
        SELECT \(columns(of: "listing", hitColumns)), catalogue_version
        FROM store LEFT JOIN LATERAL (
            SELECT \(hit), ~listing.listed_at AS age FROM listing
            WHERE (listing.market, ~listing.listed_at, listing.id) > ($1::text, ~$2::int8, $3::text)
                AND listing.market <= $1::text AND listing.status = 0
            ORDER BY listing.market, ~listing.listed_at, listing.id LIMIT $4::int8
        ) AS listing ON true
        WHERE store.key = 1
        ORDER BY listing.age, listing.id
        """

    /// The newest of a market, behind a position, of the next `walk` there.
    /// - Parameters: 1 to 16 as in ``fits``, 17 market text, 18 listed_at int8 and 19 id text of the position (the greatest
    ///   number and the empty text for the first page), 20 walk int8, 21 limit int8.
    /// - Columns: ``hit``, in order.
    static let newestInMarketText = walk(
        behind: "(listing.market, ~listing.listed_at, listing.id) > ($17::text, ~$18::int8, $19::text)",
        within: "listing.market <= $17::text",
        market: "listing.market, "
    )

    /// The newest of all markets.
    /// - Parameters: as in ``newestInMarketText``; 17 is not looked at.
    /// - Columns: ``hit``, in order.
    static let newestText = walk(
        behind: "(~listing.listed_at, listing.id) > (~$18::int8, $19::text)",
        within: "($17::text IS NULL OR true)",
        market: ""
    )

    /// A range with one market, and no equation: of a column that is known to have one value, the order says nothing, and any
    /// index that has the rest would do.
    private static func walk(behind position: String, within shelf: String, market: String) -> String {
        """
        SELECT \(hit)
        FROM (
            SELECT *, ~listing.listed_at AS age FROM listing
            WHERE \(position) AND \(shelf) AND listing.status = 0
            ORDER BY \(market)~listing.listed_at, listing.id LIMIT $20::int8
        ) AS listing
        WHERE \(fits)
        ORDER BY \(market)listing.age, listing.id LIMIT $21::int8
        """
    }

    /// How many listings of the market have such a price, up to a number: off the index.
    /// - Parameters: 1 market text, 2 and 3 price int8 from and to, 4 int8 up to how many.
    /// - Columns: int8, one row.
    static let pricedInMarketText = """
        SELECT count(*) FROM (
            SELECT FROM listing WHERE market = $1::text AND price BETWEEN $2::int8 AND $3::int8 AND status = 0 LIMIT $4::int8
        ) AS priced
        """

    /// The newest of those in the range of prices, sorted.
    /// - Parameters: as in ``newestInMarketText``; 20 is not looked at.
    /// - Columns: ``hit``, in order.
    static let newestPricedText = """
        WITH listing AS MATERIALIZED (
            SELECT \(hit) FROM listing
            WHERE listing.market = $17::text AND \(fits)
        )
        SELECT \(hit) FROM listing WHERE \(isBehind) ORDER BY ~listed_at, id LIMIT $21::int8
        """

    /// How many listings stand in the boxes around an area, up to a number: off the index.
    /// - Parameters: 1 and 2 latitude and longitude float8, 3 reach float8, 4 int8 up to how many.
    /// - Columns: int8, one row.
    static let placesAroundText = """
        SELECT count(*) FROM (
            SELECT FROM (\(boxes(latitude: "$1::float8", longitude: "$2::float8", reach: "$3::float8"))) AS boxes
            \(inBoxes) LIMIT $4::int8
        ) AS places
        """

    /// The newest of those around the area, sorted.
    /// - Parameters: as in ``newestInMarketText``; 17 text? null for all markets, 20 is not looked at.
    /// - Columns: ``hit``, in order.
    static let newestAroundText = """
        WITH listing AS MATERIALIZED (\(around))
        SELECT \(hit) FROM listing WHERE \(isBehind) ORDER BY ~listed_at, id LIMIT $21::int8
        """

    private static let isBehind = "(~listed_at, id) > (~$18::int8, $19::text) AND ($20::int8 IS NULL OR true)"

    /// The listings that meet the criteria and stand around their area, in any order. Parameters 1 to 17.
    static let around = """
        SELECT \(hit)
        FROM (\(boxes(latitude: "$14::float8", longitude: "$15::float8", reach: "$16::float8"))) AS boxes
        \(inBoxes)
        WHERE ($17::text IS NULL OR listing.market = $17::text) AND \(fits)
        """
}
