extension SQL {
    /// All that may belong to a page of the nearest, and little else; the engine computes the distances, sorts and cuts.
    ///
    /// The index of places gives them in the order of their distance in degrees, which is nearly, but not quite, that on the
    /// ground. So it is asked twice: as many in that order as the page holds, certainly behind the position, have the page end
    /// no farther than the farthest of them; then for all that stands so near. Of those at one place, each as far away as the
    /// others, the first by id are enough, before and behind the position's; and of all, those no farther than the last that
    /// the page has room for.
    /// - Parameters: 1 and 2 latitude and longitude float8 of the centre, 3 ``Reach/outer(_:)`` of the radius float8, 4
    ///   ``Reach/inner(_:)`` and 5 ``Reach/outer(_:)`` of the position's distance float8 (-1 both for the first page), 6 its id
    ///   text (or the empty text), 7 the moment int8, 8 limit int8.
    /// - Columns: ``hit``, in no order.
    static let nearbyText = """
        WITH closest AS (
            SELECT \(angle) AS angle
            FROM listing
            WHERE listing.place IS NOT NULL AND \(isOnOffer(at: "$7::int8")) AND \(angle) > $5::float8
            ORDER BY listing.place <-> point($2::float8, $1::float8) LIMIT $8::int8
        ), page AS MATERIALIZED (
            SELECT least($3::float8, CASE WHEN count(*) = $8::int8 THEN \(outer("max(angle)")) END) AS reach FROM closest
        ), around AS (
            SELECT \(hit), \(angle) AS angle, row_number() OVER (
                PARTITION BY listing.place[0], listing.place[1], listing.id > $6::text ORDER BY listing.id
            ) AS turn
            FROM page CROSS JOIN LATERAL (
                \(boxes(latitude: "$1::float8", longitude: "$2::float8", reach: "page.reach"))
            ) AS boxes \(inBoxes)
            WHERE \(isOnOffer(at: "$7::int8")) AND \(angle) BETWEEN $4::float8 AND page.reach
        ), found AS MATERIALIZED (
            SELECT * FROM around WHERE turn <= $8::int8
        ), last AS MATERIALIZED (
            SELECT \(outer("angle")) AS reach FROM found WHERE angle > $5::float8
            ORDER BY angle OFFSET $8::int8 - 1 LIMIT 1
        )
        SELECT \(columns(of: "found", hitColumns))
        FROM found LEFT JOIN last ON true
        WHERE last.reach IS NULL OR found.angle <= last.reach
        """

    private static let angle = "(\(haversine(latitude: "$1::float8", longitude: "$2::float8")))"

    /// A haversine that nothing has more of that is as near, with the slack of ``Reach``.
    private static func outer(_ angle: String) -> String { "power(sqrt(\(angle)) * (1 + 1e-9) + 1e-12, 2)" }
}
