/// The steps between the schemas of listings and products, which files had before the item tables.
///
/// A step that was released never changes: it names all columns itself.
enum ListingMigrations {
    /// The steps, each to the next version, from version 1 on.
    static let scripts = [feedback, statuses, versions, cells]

    /// The store row, and feedback.
    private static let feedback = """
        -- What concerns the store as a whole, in one row.
        CREATE TABLE store (
            key INTEGER PRIMARY KEY CHECK (key = 1),
            lost_feedback INTEGER NOT NULL,
            sealing_key BLOB NOT NULL
        ) STRICT;
        INSERT INTO store VALUES (1, 0, randomblob(32));

        -- user, item: their ids, so that it is read as it stands; kind: 0 for a listing that was opened, 1 for a product,
        -- 2 for a search, whose columns are as in search. No position is ever given again.
        CREATE TABLE feedback (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            user TEXT NOT NULL,
            at INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            item TEXT,
            market TEXT,
            types INTEGER,
            price_min INTEGER,
            price_max INTEGER,
            bedrooms_min INTEGER,
            bedrooms_max INTEGER,
            bathrooms_min REAL,
            bathrooms_max REAL,
            area_min REAL,
            area_max REAL,
            latitude REAL,
            longitude REAL,
            radius REAL
        ) STRICT;
        CREATE INDEX feedback_by_user ON feedback (user);
        """

    /// Statuses, expiry, and how many users have opened a listing; the indexes without hidden listings.
    private static let statuses = """
        -- What is short and what is often asked for stands before what is long. opened_by: how many users have opened it.
        CREATE TABLE listing_with_status (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            status INTEGER NOT NULL,
            expires_at INTEGER,
            opened_by INTEGER NOT NULL DEFAULT 0,
            type INTEGER NOT NULL,
            price INTEGER NOT NULL,
            bedrooms INTEGER,
            bathrooms REAL,
            area REAL,
            latitude REAL,
            longitude REAL,
            listed_at INTEGER NOT NULL,
            market TEXT NOT NULL,
            currency TEXT NOT NULL,
            title TEXT NOT NULL,
            address TEXT,
            images TEXT NOT NULL
        ) STRICT;
        CREATE INDEX opened_by_item ON opened (kind, item);
        INSERT INTO listing_with_status
            SELECT key, id, revision, 0, NULL, (SELECT count(*) FROM opened WHERE kind = 0 AND item = listing.key),
                type, price, bedrooms, bathrooms, area, latitude, longitude, listed_at, market, currency, title, address,
                images
            FROM listing;
        DROP TABLE listing;
        ALTER TABLE listing_with_status RENAME TO listing;

        -- All carry the whole of a hit and of what a search asks for, so that it is read off the index alone, and only what
        -- is on offer but for its expiry; listing_place holds the places of no others, too. status is among the columns
        -- since SQLite before 3.42 would look it up in the table.
        CREATE INDEX listing_by_market ON listing
            (market, listed_at DESC, id, expires_at, type, price, bedrooms, bathrooms, area, latitude, longitude, revision,
            status) WHERE status = 0;
        CREATE INDEX listing_by_date ON listing
            (listed_at DESC, id, expires_at, type, price, bedrooms, bathrooms, area, latitude, longitude, revision, market,
            status) WHERE status = 0;
        CREATE INDEX listing_by_popularity_in_market ON listing
            (market, opened_by DESC, listed_at DESC, id, expires_at, type, price, bedrooms, bathrooms, area, latitude,
            longitude, revision, status) WHERE status = 0 AND opened_by > 0;
        CREATE INDEX listing_by_popularity ON listing
            (opened_by DESC, listed_at DESC, id, expires_at, type, price, bedrooms, bathrooms, area, latitude, longitude,
            revision, market, status) WHERE status = 0 AND opened_by > 0;
        """

    /// The versions of the store.
    private static let versions = """
        -- Each one greater with every transaction that changed listings or products; what anyone has opened; what is kept
        -- of users.
        ALTER TABLE store ADD COLUMN catalogue_version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE store ADD COLUMN openings_version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE store ADD COLUMN users_version INTEGER NOT NULL DEFAULT 0;
        """

    /// An index of listings by cells.
    private static let cells = """
        -- By the cell in which a listing stands, 16 of them to a degree. The rest of a hit is looked up: it is read once and then
        -- known.
        CREATE INDEX listing_by_cell ON listing
            (CAST((latitude + 90) * 16 AS INTEGER) * 65536 + CAST((longitude + 180) * 16 AS INTEGER), market,
            listed_at DESC, id)
            WHERE status = 0 AND latitude IS NOT NULL;
        """
}
