import Catalogue

/// Converts the tables of listings, products and users into ``Tables``, row by row.
struct ItemMigration {
    let connection: Connection

    /// The version of all items that are converted.
    static let itemVersion = 1

    /// Converts all tables inside the open transaction, and drops the old ones.
    static func run(_ connection: Connection) throws(StoreError) {
        let migration = ItemMigration(connection: connection)
        try connection.execute(
            """
            ALTER TABLE store RENAME TO old_store;
            \(Tables.script)
            INSERT INTO store (key, \(StoredTable.store.columnNames))
                SELECT 1, random(), \(itemVersion), users_version, 0, 1, 0, sealing_key FROM old_store WHERE key = 1;
            """
        )
        try migration.convertListings()
        try migration.convertProducts()
        try migration.setNextArrival()
        try migration.convertUsers()
        try migration.convertFeedback()
        try migration.dropOldTables()
    }

    /// Listings arrived in the order of their keys.
    private func convertListings() throws(StoreError) {
        let listings = try connection.statement(
            "SELECT \(LegacyStore.listingColumns()), key, \(openedBy(0, "listing")) FROM listing ORDER BY key"
        )
        let first = Int32(LegacyStore.listingColumnCount)
        try listings.forEach { (row) throws(StoreError) in
            let item = try LegacyStore.listing(LegacyColumns(row))
            let packed = PackedItem(item: item, arrival: row.int64(first), collectionArrivals: [])
            try add(packed, openedBy: row.int64(first + 1))
        }
    }

    /// Products come behind all listings in the order of arrival, and keep their places in collections.
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
            let item = try LegacyStore.product(LegacyColumns(row), in: names)
            let packed = PackedItem(item: item, arrival: row.int64(first + 1), collectionArrivals: arrivals)
            try add(packed, openedBy: row.int64(first + 2))
        }
    }

    /// SQL for the number of users who have opened an item of the kind of this code.
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

    /// Deletes rows of users in batches, and drops all tables.
    ///
    /// Many builds of SQLite overwrite what is deleted, which keeps a copy in memory until the statement ends. That is right
    /// for rows of users, which have to be gone from the disk. The catalogue is dropped without it.
    private func dropOldTables() throws(StoreError) {
        // The rows of searches and opened items go with their users.
        try deleteRows(of: "user", by: "key")
        try deleteRows(of: "feedback", by: "position")
        try connection.execute("DROP TABLE old_store")
        let overwrites = try connection.statement("PRAGMA secure_delete").first { $0.int(0) } ?? 0
        try connection.execute("PRAGMA secure_delete = 0")
        // Each before those that it refers to, so that none is searched for rows that refer to it.
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

/// A row of the tables of listings, products and users.
struct LegacyColumns: LegacyRow {
    private let row: Statement

    init(_ row: Statement) { self.row = row }

    func int(_ column: Int) -> Int64? { row.known(Int32(column), Statement.int64) }

    func double(_ column: Int) -> Double? { row.known(Int32(column), Statement.double) }

    func text(_ column: Int) -> String? { row.known(Int32(column), Statement.text) }
}
