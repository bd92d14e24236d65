import Catalogue

/// Converts the legacy tables of listings, products and users into those of ``Schema``, row by row.
struct LegacyMigration {
    private let connection: Connection

    /// The version of all converted items.
    private static let itemVersion = 1

    /// Converts and drops all legacy tables of a file of schema version `version`, inside the open transaction.
    static func run(_ connection: Connection, from version: Int) throws(StoreError) {
        for script in LegacySchema.migrations.dropFirst(version - 1) { try connection.execute(script) }
        let migration = LegacyMigration(connection: connection)
        try connection.execute(
            """
            ALTER TABLE store RENAME TO old_store;
            \(Schema.tables)
            INSERT INTO store (key, \(StoredTable.store.columnNames))
                SELECT 1, random(), \(itemVersion), users_version, 0, 1, 0, sealing_key FROM old_store WHERE key = 1;
            """
        )
        try migration.convertListings()
        try migration.convertProducts()
        try migration.setNextArrival()
        try migration.convertUsers()
        try migration.convertFeedback()
        try migration.dropTables()
    }

    // MARK: Items

    /// Listings arrived in the order of their keys.
    private func convertListings() throws(StoreError) {
        let listings = try connection.statement(
            "SELECT \(LegacyStore.listingColumns()), key, \(openedBy(0, "listing")) FROM listing ORDER BY key"
        )
        let first = Int32(LegacyStore.listingColumnCount)
        try listings.forEach { (row) throws(StoreError) in
            let item = try LegacyStore.listing(LegacyColumns(row: row))
            let packed = PackedItem(item: item, arrival: row.int64(first), collectionArrivals: [])
            try add(packed, openedBy: row.int64(first + 1))
        }
    }

    /// Products come after all listings in the order of arrival, and keep their places in collections.
    private func convertProducts() throws(StoreError) {
        let products = try connection.statement(
            """
            SELECT \(LegacyStore.productColumns),
                product.key, (SELECT ifnull(max(key), 0) FROM listing) + product.arrival,
                \(openedBy(1, "product"))
            FROM product CROSS JOIN brand ON brand.key = product.brand
            ORDER BY product.arrival
            """
        )
        let collections = try connection.statement(
            """
            SELECT collection.id, collection_item.arrival
            FROM collection_item CROSS JOIN collection ON collection.key = collection_item.collection
            WHERE collection_item.product = ? ORDER BY collection_item.place
            """
        )
        let first = Int32(LegacyStore.productColumnCount)
        try products.forEach { (row) throws(StoreError) in
            var names: [String] = []
            var arrivals: [Int64] = []
            try collections.bind(row.int64(first))
            try collections.forEach { collection in
                names.append(collection.text(0))
                arrivals.append(collection.int64(1))
            }
            let item = try LegacyStore.product(LegacyColumns(row: row), in: names)
            let packed = PackedItem(item: item, arrival: row.int64(first + 1), collectionArrivals: arrivals)
            try add(packed, openedBy: row.int64(first + 2))
        }
    }

    /// SQL for the number of users who opened an item of the kind with this code.
    private func openedBy(_ code: Int, _ table: String) -> String {
        "(SELECT count(*) FROM opened INDEXED BY opened_by_item WHERE opened.kind = \(code) AND item = \(table).key)"
    }

    private func add(_ packed: PackedItem, openedBy: Int64) throws(StoreError) {
        let id = packed.item.id
        try connection.run(.addItem, id.kind, id.id, Self.itemVersion, openedBy, packed.bytes)
    }

    private func setNextArrival() throws(StoreError) {
        try connection.execute(
            """
            UPDATE store SET next_arrival = 1 + max(
                (SELECT ifnull(max(key), 0) FROM listing) + (SELECT ifnull(max(arrival), 0) FROM product),
                (SELECT ifnull(max(arrival), 0) FROM collection_item))
            """
        )
    }

    // MARK: Users

    /// Each user's last search and opened items become a record.
    private func convertUsers() throws(StoreError) {
        let users = try connection.statement("SELECT key, id FROM user ORDER BY key")
        let search = try connection.statement(
            "SELECT \(LegacyStore.searchColumns) FROM search WHERE user = ? ORDER BY sequence DESC LIMIT 1"
        )
        // The order between items of two kinds was not recorded: they alternate.
        let opened = try connection.statement(
            """
            SELECT opened.kind, ifnull(listing.id, product.id)
            FROM opened INDEXED BY opened_by_sequence
            LEFT JOIN listing ON opened.kind = 0 AND listing.key = opened.item
            LEFT JOIN product ON opened.kind = 1 AND product.key = opened.item
            WHERE opened.user = ? AND ifnull(listing.id, product.id) IS NOT NULL
            ORDER BY row_number() OVER (PARTITION BY opened.kind ORDER BY opened.sequence DESC), opened.kind
            """
        )
        try users.forEach { (user) throws(StoreError) in
            try search.bind(user.int64(0))
            let lastSearch = try search.first { (row) throws(StoreError) in
                try LegacyStore.search(LegacyColumns(row: row))
            }
            var ids: [CatalogueItem.ID] = []
            try opened.bind(user.int64(0))
            try opened.forEach { ids.append(CatalogueItem.ID(kind: LegacyStore.kinds[$0.int(0)], id: $0.text(1))) }
            let limit = UserRecord.openedLimit
            for id in ids.dropFirst(limit) { try connection.run(.lowerOpenedBy, id.kind, id.id, Self.itemVersion) }
            let record = UserRecord(lastSearch: lastSearch, opened: Array(ids.prefix(limit)))
            if record != .empty { try connection.run(.putUserRecord, user.text(1), record.packed) }
        }
    }

    /// Feedback that was not sent yet becomes events after the acknowledged position. Positions stay.
    private func convertFeedback() throws(StoreError) {
        let feedback = try connection.statement(
            "SELECT \(LegacyStore.feedbackColumns(user: "user")) FROM feedback ORDER BY position"
        )
        let insertion = try connection.statement(
            "INSERT INTO event (\(StoredTable.event.columnNames)) VALUES (?, ?, ?, ?, ?)"
        )
        try feedback.forEach { (row) throws(StoreError) in
            let event = try LegacyStore.event(LegacyColumns(row: row))
            let action = event.action
            try insertion.bind(event.position, event.user.rawValue, Int(action.code), action.packed, event.at)
            try insertion.run()
        }
        // Positions continue after the last one given, even if its feedback is gone.
        try connection.execute(
            """
            DELETE FROM sqlite_sequence WHERE name = 'event';
            INSERT INTO sqlite_sequence (name, seq) SELECT 'event', seq FROM sqlite_sequence WHERE name = 'feedback';
            UPDATE store SET acknowledged_position = ifnull(
                (SELECT min(position) - 1 FROM feedback),
                ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'feedback'), 0));
            UPDATE store SET acknowledged_position = -1 WHERE acknowledged_position = 0;
            """
        )
    }

    // MARK: Dropping

    /// Deletes rows of users in batches, and drops all tables.
    ///
    /// Many builds of SQLite overwrite deleted rows, and keep a copy in memory until the statement ends. Rows of users
    /// have to be overwritten; the catalogue is dropped without that.
    private func dropTables() throws(StoreError) {
        // Rows of searches and opened items are deleted with their users.
        try deleteRows(of: "user", by: "key")
        try deleteRows(of: "feedback", by: "position")
        try connection.execute("DROP TABLE old_store")
        let overwrites = try connection.statement("PRAGMA secure_delete").first { $0.int(0) } ?? 0
        try connection.execute("PRAGMA secure_delete = 0")
        // Referring tables first, so that no drop searches for rows that refer to it.
        for table in [
            "search", "opened", "user", "collection_item", "collection", "product", "brand", "listing_place", "listing",
            "feedback",
        ] {
            try connection.execute("DROP TABLE \(table)")
        }
        try connection.execute("PRAGMA secure_delete = \(overwrites)")
    }

    private func deleteRows(of table: String, by key: String) throws(StoreError) {
        let delete = try connection.statement(
            "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT 1000)"
        )
        repeat { try delete.run() } while connection.changes > 0
    }
}

/// A row of a legacy table.
private struct LegacyColumns: LegacyRow {
    let row: Statement

    func int(_ column: Int) -> Int64? { row.nullable(Int32(column), Statement.int64) }

    func double(_ column: Int) -> Double? { row.nullable(Int32(column), Statement.double) }

    func text(_ column: Int) -> String? { row.nullable(Int32(column), Statement.text) }
}
