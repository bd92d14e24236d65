// What changes the catalogue: each batch one statement. No id stands in a batch twice; the engine begins another one before an
// id that would, so that each is upserted as if on its own.
extension SQL {
    /// Makes the table into which an import copies its batches. It belongs to the connection.
    static let addIncomingText = """
        CREATE TEMPORARY TABLE incoming (
            number bigint,
            revision bigint,
            id text COLLATE "C",
            title text COLLATE "C",
            type smallint,
            price bigint,
            currency text COLLATE "C",
            bedrooms bigint,
            bathrooms double precision,
            area double precision,
            place point,
            address text COLLATE "C",
            market text COLLATE "C",
            listed_at bigint,
            status smallint,
            expires_at bigint,
            images text COLLATE "C"
        ) ON COMMIT DELETE ROWS
        """

    /// Copies listings in: the columns of ``addIncomingText``, numbers from 1 on.
    ///
    /// No `COPY` goes in pipeline mode: it comes before ``takeTurnText``, so that nobody waits while the client sends.
    static let copyListingsText = "COPY incoming FROM STDIN (FORMAT binary)"

    /// Adds or replaces the listings that were copied in, which are gone from there then.
    /// - Columns: int2 for each listing in its order: 0 where it was added, 1 changed, 2 unchanged.
    static let putIncomingText = putListings("DELETE FROM incoming RETURNING *")

    /// Adds or replaces listings.
    /// - Parameters: arrays of one length: 1 revisions int8[], 2 ids text[], 3 titles text[], 4 types int2[], 5 prices int8[],
    ///   6 currencies text[], 7 bedrooms int8[], 8 bathrooms float8[], 9 areas float8[], 10 longitudes float8[], 11 latitudes
    ///   float8[], 12 addresses text[], 13 markets text[], 14 dates of listing int8[], 15 statuses int2[], 16 of expiry int8[],
    ///   17 images text[].
    /// - Columns: as in ``putIncomingText``.
    static let putListingsText = putListings(
        """
        SELECT number, revision, id, title, type, price, currency, bedrooms, bathrooms, area,
            point(longitude, latitude) AS place, address, market, listed_at, status, expires_at, images
        FROM unnest($1::int8[], $2::text[], $3::text[], $4::int2[], $5::int8[], $6::text[], $7::int8[], $8::float8[],
            $9::float8[], $10::float8[], $11::float8[], $12::text[], $13::text[], $14::int8[], $15::int2[], $16::int8[],
            $17::text[]) WITH ORDINALITY AS given (revision, id, title, type, price, currency, bedrooms, bathrooms, area,
            longitude, latitude, address, market, listed_at, status, expires_at, images, number)
        """
    )

    /// A listing keeps its key in whichever market it is; where it leaves one, its row goes and another one comes: what deletes
    /// by the key sees what was there before the statement, and not what it puts there.
    private static func putListings(_ given: String) -> String {
        """
        WITH given AS (\(given)), known AS MATERIALIZED (
            SELECT given.*, listing_key.key AS known_key, listing_key.market AS known_market, CASE
                WHEN listing_key.key IS NULL THEN 0 WHEN listing_key.revision <> given.revision THEN 1 ELSE 2
            END::int2 AS outcome
            FROM given \(lookUpIfAny("listing_key", where: "listing_key.id = given.id"))
        ), news AS MATERIALIZED (
            SELECT coalesce(known_key, nextval('item_key')) AS key, known.* FROM known WHERE outcome <> 2
        ), named AS (
            INSERT INTO listing_key (id, key, market, revision)
            SELECT id, key, market, revision FROM news
            ON CONFLICT (id) DO UPDATE SET market = excluded.market, revision = excluded.revision
        ), left_behind AS (
            DELETE FROM listing WHERE key = ANY (ARRAY(SELECT key FROM news WHERE known_market <> market))
        ), put AS (
            INSERT INTO listing (key, revision, \(listingContent))
            SELECT key, revision, \(listingContent) FROM news
            ON CONFLICT (market, key) DO UPDATE SET (revision, \(listingContent))
            = (excluded.revision, \(columns(of: "excluded", listingContent)))
        ), moved AS (
            INSERT INTO popularity (key, opened_by, listed_at, market, id)
            SELECT news.key, popularity.opened_by, news.listed_at, news.market, news.id
            FROM news \(lookUp("popularity", where: "popularity.market = news.known_market AND popularity.key = news.key"))
            WHERE popularity.market <> news.market OR popularity.listed_at <> news.listed_at
            ON CONFLICT (market, key) DO UPDATE SET listed_at = excluded.listed_at
        ), moved_away AS (
            DELETE FROM popularity
            WHERE market = ANY (ARRAY(SELECT known_market FROM news WHERE known_market <> market))
            AND key = ANY (ARRAY(SELECT key FROM news WHERE known_market <> market))
        ), noted AS (
            UPDATE store SET catalogue_version = catalogue_version + 1 WHERE key = 1 AND EXISTS (SELECT FROM news)
        )
        SELECT outcome FROM known ORDER BY number
        """
    }

    /// Removes listings, and that anyone has opened them.
    /// - Parameters: 1 ids text[].
    /// - Columns: int8 how many were there, one row.
    static let removeListingsText = """
        WITH gone AS (
            DELETE FROM listing_key WHERE id = ANY ($1::text[]) RETURNING market, key
        ), removed AS (
            DELETE FROM listing WHERE key = ANY (ARRAY(SELECT key FROM gone))
        ), uncounted AS (
            DELETE FROM popularity
            WHERE market = ANY (ARRAY(SELECT market FROM gone)) AND key = ANY (ARRAY(SELECT key FROM gone))
        ), closed AS (
            DELETE FROM opened WHERE kind = 0 AND item = ANY (ARRAY(SELECT key FROM gone))
        ), noted AS (
            UPDATE store SET catalogue_version = catalogue_version + 1 WHERE key = 1 AND EXISTS (SELECT FROM gone)
        )
        SELECT count(*) FROM gone
        """
}
