/// The tables of ``SQLiteCatalogueStore``, as the migration makes them.
enum ItemTables {
    /// The tables and their indexes.
    static let script = """
        -- packed: see PackedItem. version: that of the transaction that changed it, opened_by included.
        CREATE TABLE item (
            key INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            version INTEGER NOT NULL,
            opened_by INTEGER NOT NULL,
            packed BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX item_by_id ON item (kind, id);
        CREATE INDEX item_by_version ON item (version);

        -- Items that were removed; removed_at: Unix seconds.
        CREATE TABLE tombstone (
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            version INTEGER NOT NULL,
            removed_at INTEGER NOT NULL,
            PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tombstone_by_version ON tombstone (version, removed_at);

        -- record: see UserHistory.packed.
        CREATE TABLE user (
            id TEXT NOT NULL PRIMARY KEY,
            record BLOB NOT NULL
        ) STRICT;

        -- type, action: see UserAction.code and UserAction.packed; at: Unix seconds. No position is given twice.
        CREATE TABLE event (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            user TEXT NOT NULL,
            type INTEGER NOT NULL,
            action BLOB NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX event_by_user ON event (user);
        CREATE INDEX event_by_time ON event (at);

        -- What concerns the store as a whole, in one row.
        -- history: random; a copy has another one.
        -- item_version, user_version: greater with every transaction that changed items; records of users.
        -- oldest_version: all changes of items since are known. Tombstones of it and of those before are gone.
        -- next_arrival: the next place in the order of arrival, and in collections.
        -- acknowledged_position: that of the last event which an external service has taken.
        CREATE TABLE store (
            key INTEGER PRIMARY KEY CHECK (key = 1),
            history INTEGER NOT NULL,
            item_version INTEGER NOT NULL,
            user_version INTEGER NOT NULL,
            oldest_version INTEGER NOT NULL,
            next_arrival INTEGER NOT NULL,
            acknowledged_position INTEGER NOT NULL,
            signing_key BLOB NOT NULL
        ) STRICT;
        """
}
