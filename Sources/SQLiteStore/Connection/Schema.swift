import Catalogue

enum Schema {
    /// Files of other versions are refused.
    private static let version = 2

    /// Other tables keep row numbers: kilobyte rows are slow without.
    private static let tablesWithoutRowID: Set = ["tombstone", "event_total", "arm_total"]

    private static let tables =
        StoredTable.all.map { table in
            let suffix = tablesWithoutRowID.contains(table.name) ? ", WITHOUT ROWID" : ""
            return "CREATE TABLE \(table.name) (\(columns(table))) STRICT\(suffix); "
        }.joined() + StoredTable.indexes

    private static let store = """
        CREATE TABLE store (key INTEGER PRIMARY KEY CHECK (key = 1), \(columns(.store))) STRICT;
        INSERT INTO store (key, \(StoredTable.store.columnNames))
            VALUES (1, 0, 0, random(), 0, 1, 0, -1, randomblob(\(StoreLimits.signingKeyLength)));
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

    /// Creates the tables of an empty file, and checks the version of any other.
    /// - Throws: the errors of ``check(_:)``.
    static func prepare(_ connection: Connection) throws(StoreError) {
        // Inside the transaction: another process may be creating the tables.
        try connection.execute("BEGIN IMMEDIATE")
        defer { connection.rollback() }
        let isEmpty = try connection.statement("SELECT 1 FROM sqlite_schema").first { _ in true } == nil
        if isEmpty, try foundVersion(connection) == 0 {
            try connection.execute("\(tables) \(store) PRAGMA user_version = \(version)")
            try connection.execute("COMMIT")
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
        try connection.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
    }
}
