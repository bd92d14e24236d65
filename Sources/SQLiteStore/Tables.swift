import Catalogue

/// The tables of an SQLite store.
enum Tables {
    /// Makes the tables and their indexes, without the store row.
    ///
    /// Items and users have keys of their own: records of a kilobyte are slow in a table without row numbers.
    static let script = """
        CREATE TABLE item (key INTEGER PRIMARY KEY, \(columns(.item))) STRICT;
        CREATE UNIQUE INDEX item_by_id ON item (kind, id);
        CREATE INDEX item_by_version ON item (version);
        CREATE TABLE tombstone (\(columns(.tombstone)), PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX tombstone_by_version ON tombstone (version, removed_at);
        CREATE TABLE app_user (key INTEGER PRIMARY KEY, \(columns(.user)), UNIQUE (id)) STRICT;
        CREATE TABLE event (\(event)) STRICT;
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        CREATE TABLE store (key INTEGER PRIMARY KEY CHECK (key = 1), \(columns(.store))) STRICT;
        """

    /// Makes the tables of a new store in the open transaction.
    static func make(_ connection: Connection) throws(StoreError) {
        let keyLength = StoreLimits.signingKeyLength
        try connection.execute(
            """
            \(script)
            INSERT INTO store (key, \(StoredTable.store.columnNames))
                VALUES (1, random(), 0, 0, 0, 1, 0, randomblob(\(keyLength)));
            """
        )
    }

    private static func columns(_ table: StoredTable) -> String {
        table.definitions { type in
            switch type {
            case .int16, .int32, .int64: "INTEGER"
            case .text: "TEXT"
            case .bytes: "BLOB"
            }
        }
    }

    /// The columns of events, whose positions SQLite assigns.
    private static let event = columns(.event)
        .replacing("position INTEGER NOT NULL", with: "position INTEGER PRIMARY KEY AUTOINCREMENT")
}
