import Catalogue

/// Converts the tables of listings, products and users into ``Tables``, some rows at a time.
struct ItemMigration {
    let connection: BlockingConnection
    /// The version of all items that are converted.
    let version: Int64

    /// How many rows are read at a time.
    static let batch = 2_000

    /// Converts all tables inside the open transaction, and drops the old ones.
    static func run(on connection: BlockingConnection) throws(StoreError) {
        try connection.execute(
            script: """
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
        let rows = try connection.execute("SELECT catalogue_version FROM old_store WHERE key = 1")
        guard let version = try rows.first?.int64(0) else {
            throw .unavailable(StoreFailure(.missing, "the store is empty: it is being restored, or was cleared"))
        }
        let migration = ItemMigration(connection: connection, version: version + 1)
        try migration.convertListings()
        try migration.convertProducts()
        try migration.convertUsers()
        try migration.convertFeedback()
        try connection.execute(script: Tables.itemIndexes)
        try connection.execute(script: convertStore)
        try connection.execute(script: dropOldTables)
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

    /// Copies what `convert` makes of the rows of a query into a table, some at a time.
    /// - Parameters:
    ///   - cursor: the name of the query, other than all others.
    ///   - table: the table that is filled.
    ///   - convert: returns the values of the row that a row becomes; `nil` where it becomes none.
    func copy(
        _ cursor: String,
        _ query: String,
        into table: StoredTable,
        _ convert: (Row) throws(StoreError) -> [Value]?
    ) throws(StoreError) {
        try connection.execute(script: "DECLARE \(cursor)_rows NO SCROLL CURSOR FOR \(query)")
        while true {
            let rows = try connection.execute("FETCH \(Self.batch) FROM \(cursor)_rows")
            if rows.isEmpty { break }
            let converted = try rows.map { (row) throws(StoreError) in try convert(row) }.compactMap(\.self)
            do throws(PostgreSQLError) {
                try connection.copy("COPY \(table.name) (\(table.columnNames)) FROM STDIN (FORMAT binary)") {
                    (copy) throws(PostgreSQLError) in
                    for values in converted { try copy.append(values) }
                }
            } catch {
                throw StoreError(error)
            }
        }
        try connection.execute(script: "CLOSE \(cursor)_rows")
    }
}
