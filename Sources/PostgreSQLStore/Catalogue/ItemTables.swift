/// The tables of ``PostgreSQLCatalogueStore``, as ``ItemMigration`` makes them.
enum ItemTables {
    /// The tables, without the indexes that are built faster once they are filled. `store` stays, with other columns.
    static let tables = """
        -- packed: see PackedItem. version: that of the transaction that changed it, opened_by included.
        CREATE TABLE item (
            kind text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL,
            version bigint NOT NULL,
            opened_by integer NOT NULL,
            packed bytea NOT NULL
        );

        -- Items that were removed; removed_at: Unix seconds.
        CREATE TABLE tombstone (
            kind text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL,
            version bigint NOT NULL,
            removed_at bigint NOT NULL,
            PRIMARY KEY (kind, id)
        );
        CREATE INDEX tombstone_by_version ON tombstone (version) INCLUDE (removed_at);

        -- record: see UserHistory.packed.
        CREATE TABLE app_user (
            id text COLLATE "C" NOT NULL PRIMARY KEY,
            record bytea NOT NULL
        );

        -- type, packed: see UserAction.code and UserAction.packed; at: Unix seconds. No position is given twice.
        CREATE TABLE event (
            position bigint NOT NULL PRIMARY KEY,
            user_id text COLLATE "C" NOT NULL,
            type smallint NOT NULL,
            packed bytea NOT NULL,
            at bigint NOT NULL
        );
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        """

    /// The indexes of the items.
    static let indexes = """
        ALTER TABLE item ADD PRIMARY KEY (kind, id);
        CREATE INDEX item_by_version ON item (version);
        """

    /// Converts the store row, and drops what nothing reads any more.
    ///
    /// An earlier Hearth reads the versions and the timeline before it finds out that the schema is newer: these columns keep their
    /// names.
    static let storeRow = """
        -- history: random, and another one after a promotion.
        -- catalogue_version, users_version: greater with every transaction that changed items; records of users.
        -- openings_version: nothing.
        -- oldest_version: all changes of items since are known. Tombstones of it and of those before are gone.
        -- next_arrival: the next place in the order of arrival, and in collections.
        -- event_position: that of the last event.
        -- acknowledged_position: that of the last event which an external service has taken.
        ALTER TABLE store
            ADD COLUMN history bigint NOT NULL DEFAULT \(CatalogueSQL.randomHistory),
            ADD COLUMN oldest_version bigint NOT NULL DEFAULT 0,
            ADD COLUMN next_arrival bigint NOT NULL DEFAULT 1,
            ADD COLUMN event_position bigint NOT NULL DEFAULT 0,
            ADD COLUMN acknowledged_position bigint NOT NULL DEFAULT 0;
        UPDATE store SET
            catalogue_version = catalogue_version + 1,
            oldest_version = catalogue_version + 1,
            next_arrival = 1 + greatest(
                (SELECT last_value FROM item_key), (SELECT max(arrival) FROM collection_item)
            ),
            event_position = feedback_position,
            acknowledged_position = coalesce((SELECT min(position) - 1 FROM feedback), feedback_position);
        ALTER TABLE store RENAME COLUMN sealing_key TO signing_key;
        ALTER TABLE store
            ALTER COLUMN history DROP DEFAULT,
            DROP COLUMN feedback_position,
            DROP COLUMN lost_feedback;
        DROP TABLE listing, listing_key, popularity, collection_item, collection, product, brand, search, opened, feedback;
        DROP SEQUENCE item_key;
        """
}
