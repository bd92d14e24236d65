import Catalogue

/// The tables of a file, and their migration from earlier versions.
enum Schema {
    /// The version of these tables.
    static let version = 8
    /// The first version with tables of items.
    private static let firstItemVersion = 6
    /// The last version without a checkpoint.
    private static let lastUncheckedVersion = 6

    /// Creates the tables and indexes, without the store row.
    ///
    /// Items and users have integer keys: kilobyte rows are slow in tables without row IDs.
    static let tables = """
        CREATE TABLE item (key INTEGER PRIMARY KEY, \(columns(.item))) STRICT;
        CREATE UNIQUE INDEX item_by_id ON item (kind, id);
        CREATE INDEX item_by_version ON item (version);
        CREATE TABLE tombstone (\(columns(.tombstone)), PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX tombstone_by_version ON tombstone (version, removed_at);
        CREATE TABLE app_user (key INTEGER PRIMARY KEY, \(columns(.user)), UNIQUE (id)) STRICT;
        CREATE TABLE event (\(eventColumns)) STRICT;
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        \(checkpointTable)
        \(countTables)
        CREATE TABLE store (key INTEGER PRIMARY KEY CHECK (key = 1), \(columns(.store))) STRICT;
        """

    private static let checkpointTable = """
        CREATE TABLE checkpoint (\(columns(.checkpoint)), PRIMARY KEY (position, number)) STRICT;
        """

    private static let countTables = """
        CREATE TABLE user_counts (key INTEGER PRIMARY KEY, \(columns(.counts)), UNIQUE (id)) STRICT;
        CREATE INDEX user_counts_by_time ON user_counts (at);
        CREATE TABLE event_total
            (\(columns(.eventTotal)), PRIMARY KEY (day, segment, widget, arms, rank)) STRICT, WITHOUT ROWID;
        CREATE TABLE arm_total (\(columns(.armTotal)), PRIMARY KEY (experiment, arm)) STRICT, WITHOUT ROWID;
        """

    /// Adds the checkpoint to version 6, whose position 0 meant that no event was acknowledged.
    private static let checkpointMigration =
        checkpointTable + "UPDATE store SET acknowledged_position = -1 WHERE acknowledged_position = 0;"

    private static let newStore = """
        INSERT INTO store (key, \(StoredTable.store.columnNames))
            VALUES (1, random(), 0, 0, 0, 1, -1, randomblob(\(StoreLimits.signingKeyLength)));
        """

    private static func columns(_ table: StoredTable) -> String {
        table.definitions { type in
            switch type {
            case .int16, .int32, .int64: "INTEGER"
            case .text: "TEXT"
            case .bytes: "BLOB"
            }
        }
    }

    /// SQLite assigns the positions of events.
    private static let eventColumns = columns(.event)
        .replacing("position INTEGER NOT NULL", with: "position INTEGER PRIMARY KEY AUTOINCREMENT")

    /// Creates the tables of an empty file, or migrates a file of an earlier version, whole or not at all.
    /// - Throws: `StoreError.newerSchema` for a file of a newer Hearth.
    static func prepare(_ connection: Connection) throws(StoreError) {
        // The migration deletes users, and with them the rows that refer to them.
        try connection.execute("PRAGMA foreign_keys = ON")
        // The version is read inside the transaction: another process may be migrating the file.
        try connection.run(.beginWriting)
        defer { connection.rollback() }
        let found = try connection.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
        guard found <= version else { throw .newerSchema(found: found, known: version) }
        if found == version { return }
        switch found {
        case 0: try connection.execute(tables + newStore)
        case firstItemVersion...:
            if found <= lastUncheckedVersion { try connection.execute(checkpointMigration) }
            try connection.execute(countTables)
        default: try LegacyMigration.run(connection, from: found)
        }
        try connection.execute("PRAGMA user_version = \(version)")
        try connection.run(.commit)
        if found > 0, found < firstItemVersion { compact(connection) }
    }

    /// Rewrites the file without the pages of dropped tables. Without enough space, or while another process uses the
    /// file, the file keeps its size, and later writes reuse the pages.
    private static func compact(_ connection: Connection) {
        // The temporary copy is as large as the items, so it belongs on the disk.
        try? connection.execute("PRAGMA temp_store = FILE; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        try? connection.execute("PRAGMA temp_store = MEMORY")
    }
}
