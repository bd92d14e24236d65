/// The migrations between the schema versions 1 to 5, which had tables of listings and products. Versions 4 and 5
/// differ in an index.
///
/// They create only what ``LegacyMigration`` reads.
enum LegacySchema {
    /// The scripts that migrate each version to the next one, from version 1 on.
    static let migrations = [feedback, statuses, versions]

    /// Adds the store row and feedback.
    private static let feedback = """
        -- The state of the store, in one row.
        CREATE TABLE store (
            key INTEGER PRIMARY KEY CHECK (key = 1),
            lost_feedback INTEGER NOT NULL,
            sealing_key BLOB NOT NULL
        ) STRICT;
        INSERT INTO store VALUES (1, 0, randomblob(32));

        -- user, item: ids; kind: 0 for an opened listing, 1 for an opened product, 2 for a search, with the columns of
        -- search. Positions are never reused.
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

    /// Adds statuses, expiry, and an index to count the users who opened an item.
    private static let statuses = """
        ALTER TABLE listing ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE listing ADD COLUMN expires_at INTEGER;
        CREATE INDEX opened_by_item ON opened (kind, item);
        """

    /// Adds the version of users' records.
    private static let versions = "ALTER TABLE store ADD COLUMN users_version INTEGER NOT NULL DEFAULT 0"
}
