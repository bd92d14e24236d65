// The parts that several statements share.
extension SQL {
    // MARK: Columns

    /// A listing's hit: key int8, revision int8, type int2, price int8, bedrooms int8?, bathrooms float8?, area float8?,
    /// place point? (longitude, latitude), listed_at int8, id text, market text, expires_at int8?.
    static let hit = columns(of: "listing", hitColumns)

    /// The same without their table.
    static let hitColumns = """
        key, revision, type, price, bedrooms, bathrooms, area, place, listed_at, id, market, expires_at
        """

    /// A product's hit: key int8, revision int8, its brand's revision int8; the position int8 comes after them.
    static let productHit = "product.key, product.id, product.revision, brand.revision"

    /// A listing: id text, title text, type int2, price int8, currency text, bedrooms int8?, bathrooms float8?, area float8?,
    /// place point?, address text?, market text, listed_at int8, status int2, expires_at int8?, images text.
    static let listingContent = """
        id, title, type, price, currency, bedrooms, bathrooms, area, place, address, market, listed_at, status, \
        expires_at, images
        """

    /// A search: market text?, types int8, price int8? twice, bedrooms int8? twice, bathrooms float8? twice, area float8?
    /// twice, latitude float8?, longitude float8?, radius float8?.
    static let criteria = """
        market, types, price_min, price_max, bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max, \
        area_min, area_max, latitude, longitude, radius
        """

    /// The columns, each of this table.
    static func columns(of table: String, _ columns: String) -> String {
        columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
    }

    // MARK: Joins

    /// Joins the rows of a table that the look-up finds, each time by an index that has all of it: what else is asked of them
    /// stands outside, and `OFFSET 0` keeps it there. Else a plan that was made while the table was small, or without
    /// statistics, might read all of the table by an index of something else.
    static func lookUp(_ table: String, where found: String) -> String {
        "CROSS JOIN LATERAL (SELECT * FROM \(table) WHERE \(found) OFFSET 0) AS \(table)"
    }

    /// The same, and a row of nulls where there is none.
    static func lookUpIfAny(_ table: String, where found: String) -> String {
        "LEFT JOIN LATERAL (SELECT * FROM \(table) WHERE \(found) OFFSET 0) AS \(table) ON true"
    }

    // MARK: Conditions

    /// Whether a listing is on offer.
    static func isOnOffer(at moment: String) -> String {
        "listing.status = 0 AND (listing.expires_at IS NULL OR listing.expires_at > \(moment))"
    }

    /// Whether a listing is on offer and meets all criteria but the market: parameters 1 to 16.
    ///
    /// types int8 (-1 for any), price int8 from and to, bedrooms int8?, int8, int8, bathrooms float8?, float8, float8, area
    /// float8?, float8, float8, the moment int8, the area's centre float8, float8 (degrees north and east) and reach float8?.
    /// An unknown value is taken for the one that is given before its range: null, which lies in no range, or where every
    /// value will do, one of those. Without a reach every place will do; see ``Reach`` for what may lie outside it.
    static let fits = """
        listing.price BETWEEN $2::int8 AND $3::int8 AND ($1::int8 >> listing.type) & 1 = 1
        AND coalesce(listing.bedrooms, $4::int8) BETWEEN $5::int8 AND $6::int8
        AND coalesce(listing.bathrooms, $7::float8) BETWEEN $8::float8 AND $9::float8
        AND coalesce(listing.area, $10::float8) BETWEEN $11::float8 AND $12::float8
        AND \(isOnOffer(at: "$13::int8"))
        AND ($16::float8 IS NULL OR \(haversine(latitude: "$14::float8", longitude: "$15::float8")) <= $16::float8)
        """

    /// Whether a product meets the conditions of a query: brand text?, category text?, price int8 from and to.
    static let suits = """
        brand.id = coalesce($1::text, brand.id) AND ($2::text IS NULL OR category = $2::text)
        AND price BETWEEN $3::int8 AND $4::int8
        """

    // MARK: The Earth

    /// The haversine of the angle between a place and the listing's: it grows with the distance, from 0 to 1.
    static func haversine(latitude: String, longitude: String) -> String {
        """
        power(sin(radians(listing.place[1] - \(latitude)) / 2), 2) + cos(radians(\(latitude)))
        * cos(radians(listing.place[1])) * power(sin(radians(listing.place[0] - \(longitude)) / 2), 2)
        """
    }

    /// The column `area`, of boxes of degrees: all that a haversine of `reach` around the place comes to lies in one of them,
    /// and nothing in two.
    ///
    /// One to the west and one to the east stand for what lies across the antimeridian; where a pole is within reach, one
    /// goes all around. A circle touches its easternmost meridian where sin(width) = sin(angle) / cos(latitude).
    static func boxes(latitude: String, longitude: String, reach: String) -> String {
        """
        SELECT CASE WHEN abs(\(latitude)) + height < 90
                THEN box(point(\(longitude) - width + turn, \(latitude) - height),
                    point(\(longitude) + width + turn, \(latitude) + height))
            WHEN turn = 0 THEN box(point(-180, \(latitude) - height), point(180, \(latitude) + height)) END AS area
        FROM (
            SELECT degrees(angle) + 1e-6 AS height,
                CASE WHEN abs(\(latitude)) + degrees(angle) < 90
                THEN degrees(asin(least(1, sin(angle) / cos(radians(\(latitude)))))) + 1e-6 END AS width
            FROM (SELECT 2 * asin(sqrt(least(1, \(reach)))) AS angle) AS circle
        ) AS size CROSS JOIN (VALUES (0::float8), (-360), (360)) AS turns (turn)
        """
    }

    /// Joins the listings that stand in the boxes of the table `boxes`.
    static let inBoxes = lookUp("listing", where: "listing.place IS NOT NULL AND listing.place <@ boxes.area")
}
