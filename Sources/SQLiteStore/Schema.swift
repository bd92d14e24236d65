import Catalogue

/// The tables, and how a file of an earlier version comes by them.
enum Schema {
    /// Each step brings a file from the version of its index to the next one. A step that was released never changes.
    static let migrations = [
        """
        CREATE TABLE listing (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
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
        -- Both carry all of a hit, so that the newest listings are read off the index alone.
        CREATE INDEX listing_by_market ON listing
            (market, listed_at DESC, id, type, price, bedrooms, bathrooms, area, latitude, longitude, revision);
        CREATE INDEX listing_by_date ON listing
            (listed_at DESC, id, type, price, bedrooms, bathrooms, area, latitude, longitude, revision);
        CREATE VIRTUAL TABLE listing_place USING rtree (key, min_x, max_x, min_y, max_y, min_z, max_z);

        CREATE TABLE brand (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            arrival INTEGER NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            name TEXT NOT NULL
        ) STRICT;

        -- The revision is the product's own, without its brand's name.
        CREATE TABLE product (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            arrival INTEGER NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            brand INTEGER NOT NULL REFERENCES brand (key),
            category TEXT,
            price INTEGER NOT NULL,
            currency TEXT NOT NULL,
            title TEXT NOT NULL,
            image TEXT
        ) STRICT;
        CREATE INDEX product_by_brand ON product (brand, arrival);
        CREATE INDEX product_by_category ON product (category, arrival);

        CREATE TABLE collection (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE
        ) STRICT;
        -- arrival: the product's place in the collection; place: the collection's place in the product's list.
        CREATE TABLE collection_item (
            product INTEGER NOT NULL REFERENCES product (key),
            collection INTEGER NOT NULL REFERENCES collection (key),
            place INTEGER NOT NULL,
            arrival INTEGER NOT NULL,
            PRIMARY KEY (product, collection)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX collection_item_by_arrival ON collection_item (collection, arrival);

        CREATE TABLE user (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE
        ) STRICT;
        -- types: a bit for each type's code, 0 for any; the place is all there or not at all.
        CREATE TABLE search (
            user INTEGER NOT NULL REFERENCES user (key) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            market TEXT,
            types INTEGER NOT NULL,
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
            radius REAL,
            PRIMARY KEY (user, sequence)
        ) STRICT, WITHOUT ROWID;
        -- kind: 0 for a listing, 1 for a product; item: its key; sequence: the user's first opening of it.
        CREATE TABLE opened (
            user INTEGER NOT NULL REFERENCES user (key) ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            item INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (user, kind, item)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX opened_by_sequence ON opened (user, kind, sequence);
        """,
        """
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
        """,
        """
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
        """,
        """
        -- Each one greater with every transaction that changed listings or products; what anyone has opened; what is kept
        -- of users.
        ALTER TABLE store ADD COLUMN catalogue_version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE store ADD COLUMN openings_version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE store ADD COLUMN users_version INTEGER NOT NULL DEFAULT 0;
        """,
        """
        -- By the cell in which a listing stands, 16 of them to a degree. The rest of a hit is looked up: it is read once and then
        -- known.
        CREATE INDEX listing_by_cell ON listing
            (CAST((latitude + 90) * 16 AS INTEGER) * 65536 + CAST((longitude + 180) * 16 AS INTEGER), market,
            listed_at DESC, id)
            WHERE status = 0 AND latitude IS NOT NULL;
        """,
    ]

    /// The tables that a store works with.
    enum Tables {
        /// Those of ``SQLiteStore``.
        case listings
        /// Those of ``SQLiteCatalogueStore``.
        case items

        /// The steps that lead to them.
        var migrations: [Migration] {
            let toListings = Schema.migrations.map(Migration.script)
            return switch self {
            case .listings: toListings
            case .items: toListings + [.conversion(ItemMigration.run)]
            }
        }
    }

    /// A step from one version of the schema to the next.
    enum Migration {
        /// Runs a script of statements.
        case script(String)
        /// Runs a function inside the step's transaction.
        case conversion((Connection) throws(StoreError) -> Void)
    }

    /// Brings the file of `connection` to the newest version with these tables, each step whole or not at all.
    static func migrate(_ connection: Connection, to tables: Tables) throws(StoreError) {
        try migrate(connection, through: tables.migrations)
    }

    /// Brings the file of `connection` through these scripts, each whole or not at all.
    static func migrate(_ connection: Connection, through scripts: [String]) throws(StoreError) {
        try migrate(connection, through: scripts.map(Migration.script))
    }

    private static func migrate(_ connection: Connection, through migrations: [Migration]) throws(StoreError) {
        while true {
            // Asked anew inside each transaction: another process may be migrating the same file.
            try connection.run(.beginWriting)
            do throws(StoreError) {
                let version = try connection.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
                guard version <= migrations.count else {
                    throw .newerSchema(found: version, known: migrations.count)
                }
                if version == migrations.count {
                    connection.rollback()
                    return
                }
                switch migrations[version] {
                case .script(let script): try connection.execute(script)
                case .conversion(let convert): try convert(connection)
                }
                try connection.execute("PRAGMA user_version = \(version + 1)")
                try connection.run(.commit)
            } catch {
                connection.rollback()
                throw error
            }
        }
    }
}
