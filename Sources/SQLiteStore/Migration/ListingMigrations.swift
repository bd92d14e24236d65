/// The steps between the schemas of listings and products, which files had before the item tables. Files of versions 4 and 5 differ
/// in an index.
///
/// A step makes no more than ``ItemMigration`` reads.
enum ListingMigrations {
    /// The steps, each to the next version, from version 1 on.
    static let scripts = [feedback, statuses, versions]

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

    /// Statuses and expiry, and an index to count how many users have opened an item.
    private static let statuses = """
        ALTER TABLE listing ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE listing ADD COLUMN expires_at INTEGER;
        CREATE INDEX opened_by_item ON opened (kind, item);
        """

    /// The version of what is kept of users.
    private static let versions = "ALTER TABLE store ADD COLUMN users_version INTEGER NOT NULL DEFAULT 0"
}
