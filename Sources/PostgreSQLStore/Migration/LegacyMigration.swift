import Catalogue

/// Converts the legacy tables of listings, products and users into those of ``Schema``.
struct LegacyMigration {
    private let connection: BlockingConnection
    /// The version of all converted items.
    private let version: Int64

    /// The number of rows that are converted at a time.
    private static let batch = 2_000

    /// Converts and drops all legacy tables inside the open transaction.
    static func run(on connection: BlockingConnection) throws(StoreError) {
        try connection.execute(
            script: """
                ALTER TABLE store RENAME TO old_store;
                ALTER INDEX store_pkey RENAME TO old_store_pkey;
                \(Schema.tables)
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
        let migration = LegacyMigration(connection: connection, version: version + 1)
        try migration.convertListings()
        try migration.convertProducts()
        try migration.convertUsers()
        try migration.convertFeedback()
        try connection.execute(script: Schema.itemIndexes)
        try connection.execute(script: convertStore)
        try connection.execute(script: dropTables)
    }

    /// Converts the store row, which keeps its versions and positions.
    private static let convertStore = """
        INSERT INTO store (key, event_position, timeline, \(StoredTable.store.columnNames))
        SELECT 1, feedback_position, timeline,
            \(PostgreSQLStore.randomHistory), catalogue_version + 1, users_version, catalogue_version + 1,
            1 + greatest((SELECT last_value FROM item_key), (SELECT max(arrival) FROM collection_item)),
            coalesce(nullif(coalesce((SELECT min(position) - 1 FROM feedback), feedback_position), 0), -1), sealing_key
        FROM old_store
        """

    private static let dropTables = """
        DROP TABLE listing, listing_key, popularity, collection_item, collection, product, brand, search, opened,
            feedback, old_store;
        DROP SEQUENCE item_key;
        """

    /// Drops legacy tables whose creation was interrupted.
    static let dropUnfinishedTables = """
        DROP TABLE IF EXISTS listing, listing_key, popularity, collection_item, collection, product, brand, search,
            opened;
        DROP SEQUENCE IF EXISTS item_key;
        """

    // MARK: Items

    /// Listings arrived in the order of their keys.
    private func convertListings() throws(StoreError) {
        let columns = LegacyStore.listingColumns(latitude: "place[1]", longitude: "place[0]")
        let query = """
            SELECT \(columns), key, coalesce(opened_by.users, 0)
            FROM listing LEFT JOIN opened_by ON opened_by.kind = 0 AND opened_by.item = listing.key
            """
        let first = LegacyStore.listingColumnCount
        try convert("listing", query, into: .item) { (row) throws(StoreError) in
            let item = try LegacyStore.listing(LegacyColumns(row: row))
            let packed = PackedItem(item: item, arrival: try row.int64(first), collectionArrivals: [])
            return values(packed, openedBy: try row.int64(first + 1))
        }
    }

    /// Products arrived in the order of their keys, from the same sequence as those of listings. They keep their places
    /// in collections.
    private func convertProducts() throws(StoreError) {
        let query = """
            SELECT \(LegacyStore.productColumns),
                ARRAY(
                    SELECT collection.id FROM collection_item
                    JOIN collection ON collection.key = collection_item.collection
                    WHERE collection_item.product = product.key ORDER BY collection_item.place
                ),
                ARRAY(
                    SELECT arrival::text FROM collection_item
                    WHERE collection_item.product = product.key ORDER BY collection_item.place
                ),
                product.key, coalesce(opened_by.users, 0)
            FROM product JOIN brand ON brand.key = product.brand
            LEFT JOIN opened_by ON opened_by.kind = 1 AND opened_by.item = product.key
            """
        let first = LegacyStore.productColumnCount
        try convert("product", query, into: .item) { (row) throws(StoreError) in
            let item = try LegacyStore.product(LegacyColumns(row: row), in: row.texts(first) ?? [])
            let places = (row.texts(first + 1) ?? []).compactMap { Int64($0) }
            let packed = PackedItem(item: item, arrival: try row.int64(first + 2), collectionArrivals: places)
            return values(packed, openedBy: try row.int64(first + 3))
        }
    }

    private func values(_ packed: PackedItem, openedBy: Int64) -> [Value] {
        let id = packed.item.id
        return [
            .text(id.kind), .text(id.id), .int8(version), .int4(Int32(clamping: openedBy)), .bytea(packed.bytes),
        ]
    }

    // MARK: Users

    /// Each user's last search and recently opened items become a record.
    private func convertUsers() throws(StoreError) {
        let query = """
            SELECT coalesce(last_search.user_id, opened_items.user_id), last_search.user_id IS NOT NULL,
                \(LegacyStore.searchColumns), kinds, ids
            FROM (
                SELECT DISTINCT ON (user_id) user_id, \(LegacyStore.searchColumns) FROM search
                ORDER BY user_id, sequence DESC
            ) AS last_search FULL JOIN (
                SELECT user_id, array_agg(
                        CASE opened_in_record.kind WHEN 0 THEN 'listing' ELSE 'product' END ORDER BY sequence DESC
                    ) AS kinds,
                    array_agg(coalesce(listing.id, product.id) ORDER BY sequence DESC) AS ids
                FROM opened_in_record
                LEFT JOIN listing ON opened_in_record.kind = 0 AND listing.key = opened_in_record.item
                LEFT JOIN product ON opened_in_record.kind = 1 AND product.key = opened_in_record.item
                WHERE coalesce(listing.id, product.id) IS NOT NULL
                GROUP BY user_id
            ) AS opened_items ON opened_items.user_id = last_search.user_id
            """
        try convert("user", query, into: .user) { (row) throws(StoreError) in
            let search = row.bool(1) == true ? try LegacyStore.search(LegacyColumns(row: row), from: 2) : nil
            let next = 2 + LegacyStore.searchColumnCount
            let opened = zip(row.texts(next) ?? [], row.texts(next + 1) ?? []).map {
                CatalogueItem.ID(kind: $0, id: $1)
            }
            let record = UserRecord(lastSearch: search, opened: opened)
            return record == .empty ? nil : [.text(try row.string(0)), .bytea(record.packed)]
        }
    }

    /// Feedback that was not sent yet becomes events after the acknowledged position. Positions stay.
    private func convertFeedback() throws(StoreError) {
        let query = "SELECT \(LegacyStore.feedbackColumns(user: "user_id")) FROM feedback"
        try convert("feedback", query, into: .event) { (row) throws(StoreError) in
            let event = try LegacyStore.event(LegacyColumns(row: row))
            return [
                .int8(event.position), .text(event.user.rawValue), .int2(Int16(event.action.code)),
                .bytea(event.action.packed), .int8(event.at),
            ]
        }
    }

    /// Converts the rows of a query and copies them into a table, a batch at a time.
    /// - Parameters:
    ///   - cursor: A unique name for the query.
    ///   - convert: Returns the values of the new row; `nil` to skip the row.
    private func convert(
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

/// A row of a legacy table.
///
/// Legacy texts escape U+0000, which PostgreSQL does not accept, as U+10FFFD and `0`, and U+10FFFD as itself and `1`.
private struct LegacyColumns: LegacyRow {
    let row: Row

    func int(_ column: Int) -> Int64? { row.int(column) }

    func double(_ column: Int) -> Double? { row.double(column) }

    func text(_ column: Int) -> String? {
        row.text(column).map { text in
            String(
                text.unicodeScalars
                    .replacing("\u{10FFFD}0".unicodeScalars, with: "\0".unicodeScalars)
                    .replacing("\u{10FFFD}1".unicodeScalars, with: "\u{10FFFD}".unicodeScalars)
            )
        }
    }
}
