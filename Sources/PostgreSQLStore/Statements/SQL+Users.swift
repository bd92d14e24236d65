// What users did. Each change is one statement, so that a transaction of many goes to the server in one piece: nothing between
// its beginning and its end waits for a client.
extension SQL {
    // MARK: Reading

    /// The user's last search.
    /// - Parameters: 1 user text.
    /// - Columns: ``criteria``, one row or none.
    static let lastSearchText = """
        SELECT \(criteria) FROM search WHERE user_id = $1::text ORDER BY user_id DESC, sequence DESC LIMIT 1
        """

    /// The listings that the user opened last, on offer or not.
    /// - Parameters: 1 user text, 2 limit int8.
    /// - Columns: ``hit``, the newest first.
    static let recentlyOpenedText = """
        WITH recent AS MATERIALIZED (
            SELECT item, sequence FROM opened WHERE user_id = $1::text AND kind = 0 ORDER BY sequence DESC LIMIT $2::int8
        )
        SELECT \(hit) FROM recent \(lookUp("listing", where: "listing.key = recent.item"))
        ORDER BY recent.sequence DESC
        """

    /// The listings that the user opened.
    /// - Parameters: 1 user text, 2 limit int8.
    /// - Columns: key int8, in no order.
    static let openedListingsText = "SELECT item FROM opened WHERE user_id = $1::text AND kind = 0 LIMIT $2::int8"

    /// The number of the user's last opening of a product, which tells those before it: no product ever goes, and no other user
    /// has that number, nor the same one who comes back.
    /// - Parameters: 1 user text.
    /// - Columns: int8?, one row.
    static let openedProductsText = "SELECT max(sequence) FROM opened WHERE user_id = $1::text AND kind = 1"

    /// Those of the listings that the user has opened.
    /// - Parameters: 1 user text, 2 keys int8[].
    /// - Columns: key int8, in no order.
    static let openedAmongText = """
        WITH given AS MATERIALIZED (SELECT 0::int2 AS kind, item FROM unnest($2::int8[]) AS given (item))
        SELECT opened.item
        FROM given
        \(lookUp("opened", where: "opened.user_id = $1::text AND opened.kind = given.kind AND opened.item = given.item"))
        """

    // MARK: Changing

    /// Records a search, unless it equals the user's last one, and lets the oldest go.
    /// - Parameters: 1 user text, 2 to 14 ``criteria``, 15 int8 how many are kept, 16 int8? the moment of the feedback, null
    ///   where none is kept.
    /// - Columns: one row where it was recorded, none where it was not; nothing to read.
    static let recordSearchText = """
        WITH given (\(criteria)) AS (
            SELECT $2::text, $3::int8, $4::int8, $5::int8, $6::int8, $7::int8, $8::float8, $9::float8, $10::float8,
                $11::float8, $12::float8, $13::float8, $14::float8
        ), last AS (
            SELECT \(criteria) FROM search WHERE user_id = $1::text ORDER BY user_id DESC, sequence DESC LIMIT 1
        ), added AS (
            INSERT INTO search (user_id, \(criteria))
            SELECT $1::text, \(criteria) FROM given
            WHERE NOT EXISTS (
                SELECT FROM last WHERE (\(columns(of: "last", criteria))) IS NOT DISTINCT FROM (\(columns(of: "given", criteria)))
            )
            RETURNING \(criteria)
        ), pruned AS (
            DELETE FROM search
            WHERE user_id = $1::text AND EXISTS (SELECT FROM added) AND sequence <= (
                SELECT sequence FROM search WHERE user_id = $1::text
                ORDER BY user_id DESC, sequence DESC OFFSET $15::int8 - 1 LIMIT 1
            )
        ), noted AS (
            UPDATE store SET users_version = users_version + 1,
                feedback_position = feedback_position + CASE WHEN $16::int8 IS NULL THEN 0 ELSE 1 END
            WHERE key = 1 AND EXISTS (SELECT FROM added)
            RETURNING feedback_position
        ), told AS (
            INSERT INTO feedback (position, at, kind, user_id, \(criteria))
            SELECT noted.feedback_position, $16::int8, 2, $1::text, \(columns(of: "added", criteria))
            FROM noted CROSS JOIN added WHERE $16::int8 IS NOT NULL
        )
        SELECT pg_notify('\(Channel.users)', $1::text) FROM added
        """

    /// Records that the user opened items, in their order: all, or none where one is unknown.
    /// - Parameters: 1 user text, 2 kinds int2[] (0 for a listing, 1 for a product), 3 ids text[], 4 int8? the moment of the
    ///   feedback, null where none is kept.
    /// - Columns: int8? the number (from 1 on) of the first item that is unknown; int8 how many were opened for the first time;
    ///   one row.
    static let recordOpenedText = """
        WITH given AS MATERIALIZED (
            SELECT number, kind, id, CASE kind
                WHEN 0 THEN (SELECT key FROM listing_key WHERE listing_key.id = given.id)
                ELSE (SELECT key FROM product WHERE product.id = given.id)
            END AS item
            FROM unnest($2::int2[], $3::text[]) WITH ORDINALITY AS given (kind, id, number)
        ), unknown AS MATERIALIZED (
            SELECT min(number) AS number FROM given WHERE item IS NULL
        ), fresh AS MATERIALIZED (
            SELECT kind, id, item, min(given.number) AS number
            FROM given CROSS JOIN unknown
            WHERE unknown.number IS NULL AND NOT EXISTS (
                SELECT FROM opened
                WHERE opened.user_id = $1::text AND opened.kind = given.kind AND opened.item = given.item OFFSET 0
            )
            GROUP BY kind, id, item
        ), added AS (
            INSERT INTO opened (user_id, kind, item)
            SELECT $1::text, kind, item FROM fresh ORDER BY number
        ), counted AS (
            INSERT INTO popularity (key, opened_by, listed_at, market, id)
            SELECT listing.key, 1, listing.listed_at, listing.market, listing.id
            FROM fresh \(lookUp("listing", where: "listing.key = fresh.item"))
            WHERE fresh.kind = 0
            ON CONFLICT (market, key) DO UPDATE SET opened_by = popularity.opened_by + 1
        ), total AS MATERIALIZED (
            SELECT count(*) AS fresh FROM fresh
        ), noted AS (
            UPDATE store SET openings_version = openings_version + 1, users_version = users_version + 1,
                feedback_position = feedback_position + CASE WHEN $4::int8 IS NULL THEN 0 ELSE total.fresh END
            FROM total WHERE store.key = 1 AND total.fresh > 0
            RETURNING store.feedback_position - total.fresh AS before
        ), told AS (
            INSERT INTO feedback (position, at, kind, user_id, item)
            SELECT noted.before + row_number() OVER (ORDER BY fresh.number), $4::int8, fresh.kind, $1::text, fresh.id
            FROM noted CROSS JOIN fresh WHERE $4::int8 IS NOT NULL
        )
        SELECT unknown.number, total.fresh,
            CASE WHEN total.fresh > 0 THEN pg_notify('\(Channel.users)', $1::text)::text END
        FROM unknown CROSS JOIN total
        """

    /// Forgets all that is known of a user.
    /// - Parameters: 1 user text.
    /// - Columns: one row where anything was known, none where nothing was; nothing to read.
    static let forgetText = """
        WITH closed AS (
            DELETE FROM opened WHERE user_id = $1::text RETURNING kind, item
        ), searched AS (
            DELETE FROM search WHERE user_id = $1::text RETURNING sequence
        ), told AS (
            DELETE FROM feedback WHERE user_id = $1::text
        ), uncounted AS (
            -- The row is there: an update that finds it by its key for certain.
            INSERT INTO popularity (key, opened_by, listed_at, market, id)
            SELECT listing.key, 0, listing.listed_at, listing.market, listing.id
            FROM closed \(lookUp("listing", where: "listing.key = closed.item"))
            WHERE closed.kind = 0
            ON CONFLICT (market, key) DO UPDATE SET opened_by = popularity.opened_by - 1
        ), noted AS (
            UPDATE store SET openings_version = openings_version + 1, users_version = users_version + 1
            WHERE key = 1 AND (EXISTS (SELECT FROM closed) OR EXISTS (SELECT FROM searched))
            RETURNING key
        )
        SELECT pg_notify('\(Channel.users)', $1::text) FROM noted
        """
}
