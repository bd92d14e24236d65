import Catalogue
import PostgreSQL

/// Converts the tables of listings, products and users into ``Tables``, some rows at a time.
struct ItemMigration {
    let connection: BlockingConnection
    /// The version of all items that are converted.
    let version: Int64

    /// How many rows are read at a time.
    static let batch = 2_000

    /// Converts all tables inside the open transaction, and drops the old ones.
    static func run(on connection: BlockingConnection) throws(StoreError) {
        let rows = try StoreError.translating { () throws(PostgreSQLError) in
            // The rest reads whole tables, other than what a store reads.
            try connection.run(
                script: """
                    SET LOCAL enable_seqscan = on; SET LOCAL enable_bitmapscan = on; SET LOCAL enable_hashjoin = on;
                    SET LOCAL enable_mergejoin = on; SET LOCAL enable_sort = on; SET LOCAL enable_incremental_sort = on;
                    SET LOCAL join_collapse_limit = 8; SET LOCAL from_collapse_limit = 8;
                    SET LOCAL plan_cache_mode = auto;
                    ALTER TABLE store RENAME TO old_store;
                    ALTER INDEX store_pkey RENAME TO old_store_pkey;
                    \(Tables.script)
                    CREATE TEMPORARY TABLE opened_in_record ON COMMIT DROP AS
                        SELECT user_id, kind, item, sequence
                        FROM (
                            SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY sequence DESC) AS place FROM opened
                        ) AS ranked
                        WHERE place <= \(UserRecord.openedLimit);
                    CREATE TEMPORARY TABLE opened_by ON COMMIT DROP AS
                        SELECT kind, item, count(*)::int4 AS users FROM opened_in_record GROUP BY kind, item;
                    ANALYZE opened_in_record; ANALYZE opened_by;
                    """
            )
            return try connection.run(Self.state())
        }
        guard let version = try rows.first({ (row) throws(StoreError) in try row.int64(0) }) else {
            throw .unavailable(StoreFailure(.missing, "the store is empty: it is being restored, or was cleared"))
        }
        let migration = ItemMigration(connection: connection, version: version + 1)
        try migration.convertListings()
        try migration.convertProducts()
        try migration.convertUsers()
        try migration.convertFeedback()
        try StoreError.translating { () throws(PostgreSQLError) in
            try connection.run(script: Tables.itemIndexes)
            try connection.run(script: convertStore)
            try connection.run(script: dropOldTables)
        }
    }

    /// Converts the store row, and goes on with its versions and positions.
    private static let convertStore = """
        INSERT INTO store (key, event_position, timeline, \(StoredTable.store.columnNames))
        SELECT 1, feedback_position, timeline,
            \(PostgreSQLStore.randomHistory), catalogue_version + 1, users_version, catalogue_version + 1,
            1 + greatest((SELECT last_value FROM item_key), (SELECT max(arrival) FROM collection_item)),
            coalesce((SELECT min(position) - 1 FROM feedback), feedback_position), sealing_key
        FROM old_store
        """

    private static let dropOldTables = """
        DROP TABLE listing, listing_key, popularity, collection_item, collection, product, brand, search, opened, feedback,
            old_store;
        DROP SEQUENCE item_key;
        """

    /// Drops the tables of a database in which not all of them were made.
    static let dropUnfinishedTables = """
        DROP TABLE IF EXISTS listing, listing_key, popularity, collection_item, collection, product, brand, search, opened;
        DROP SEQUENCE IF EXISTS item_key;
        """

    private static let state = Statement(
        "items_migration_state",
        "SELECT catalogue_version FROM old_store WHERE key = 1"
    )

    /// Copies what `convert` makes of the rows of a query into a table, some at a time.
    /// - Parameters:
    ///   - name: what the query is called, other than all others.
    ///   - table: the table and its columns, as `COPY` takes them.
    ///   - convert: returns the values of the row that a row becomes; `nil` where it becomes none.
    func copy(
        _ name: String,
        _ query: String,
        into table: String,
        _ convert: (Row) throws(StoreError) -> [Value]?
    ) throws(StoreError) {
        let fetch = Statement("items_migration_\(name)", "FETCH \(Self.batch) FROM \(name)_rows")
        try StoreError.translating { () throws(PostgreSQLError) in
            try connection.run(script: "DECLARE \(name)_rows NO SCROLL CURSOR FOR \(query)")
        }
        while true {
            let rows = try StoreError.translating { () throws(PostgreSQLError) in try connection.run(fetch()) }
            if rows.count == 0 { break }
            let converted = try rows.map { (row) throws(StoreError) in try convert(row) }.compactMap(\.self)
            _ = try StoreError.translating { () throws(PostgreSQLError) in
                try connection.copy("COPY \(table) FROM STDIN (FORMAT binary)") { (copy) throws(PostgreSQLError) in
                    for values in converted { try copy.append(values) }
                }
            }
        }
        try StoreError.translating { () throws(PostgreSQLError) in
            try connection.run(script: "CLOSE \(name)_rows")
        }
    }
}
