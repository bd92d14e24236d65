import Catalogue

enum Schema {
    /// Files of other versions are refused.
    private static let version = 1

    /// Items and users have integer keys: kilobyte rows are slow in tables without row IDs.
    private static let tables = """
        CREATE TABLE item (key INTEGER PRIMARY KEY, \(columns(.item))) STRICT;
        CREATE UNIQUE INDEX item_by_id ON item (kind, id);
        CREATE INDEX item_by_version ON item (version);
        CREATE TABLE tombstone (\(columns(.tombstone)), PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX tombstone_by_version ON tombstone (version, removed_at);
        CREATE TABLE app_user (key INTEGER PRIMARY KEY, \(columns(.user)), UNIQUE (id)) STRICT;
        CREATE TABLE event (\(eventColumns)) STRICT;
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        CREATE TABLE checkpoint (\(columns(.checkpoint)), PRIMARY KEY (position, number)) STRICT;
        CREATE TABLE user_counts (key INTEGER PRIMARY KEY, \(columns(.counts)), UNIQUE (id)) STRICT;
        CREATE INDEX user_counts_by_time ON user_counts (at);
        CREATE TABLE event_total
            (\(columns(.eventTotal)), PRIMARY KEY (day, segment, widget, arms, rank)) STRICT, WITHOUT ROWID;
        CREATE TABLE arm_total (\(columns(.armTotal)), PRIMARY KEY (experiment, arm)) STRICT, WITHOUT ROWID;
        CREATE TABLE store (key INTEGER PRIMARY KEY CHECK (key = 1), \(columns(.store))) STRICT;
        """

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

    /// Creates the tables of an empty file, and checks the version of any other.
    /// - Throws: the errors of ``check(_:)``.
    static func prepare(_ connection: Connection) throws(StoreError) {
        // Inside the transaction: another process may be creating the tables.
        try connection.run(.beginWriting)
        defer { connection.rollback() }
        let isEmpty = try connection.statement("SELECT 1 FROM sqlite_schema").first { _ in true } == nil
        if isEmpty, try foundVersion(connection) == 0 {
            try connection.execute("\(tables) \(newStore) PRAGMA user_version = \(version)")
            try connection.run(.commit)
        }
        try check(connection)
    }

    /// - Throws: `StoreFailure.otherSchema` as `StoreError.unavailable`.
    static func check(_ connection: Connection) throws(StoreError) {
        let found = try foundVersion(connection)
        if found != version { throw .unavailable(.otherSchema(found: found, expected: version)) }
    }

    /// 0 if the file is empty, or of another program.
    private static func foundVersion(_ connection: Connection) throws(StoreError) -> Int {
        try connection.statement("PRAGMA user_version").only { $0.int(0) }
    }
}
