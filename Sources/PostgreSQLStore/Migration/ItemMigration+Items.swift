import Catalogue

extension ItemMigration {
    /// Listings arrived in the order of their keys.
    func convertListings() throws(StoreError) {
        let columns = LegacyStore.listingColumns(latitude: "place[1]", longitude: "place[0]")
        let query = """
            SELECT \(columns), key, coalesce(opened_by.users, 0)
            FROM listing LEFT JOIN opened_by ON opened_by.kind = 0 AND opened_by.item = listing.key
            """
        let first = LegacyStore.listingColumnCount
        try copy("listing", query, into: .item) { (row) throws(StoreError) in
            values(
                PackedItem(
                    item: try LegacyStore.listing(LegacyColumns(row: row)),
                    arrival: try row.int64(first),
                    collectionArrivals: []
                ),
                openedBy: try row.int64(first + 1)
            )
        }
    }

    /// Products arrived in the order of their keys, which are of the same sequence as those of listings. They keep their places
    /// in collections.
    func convertProducts() throws(StoreError) {
        let query = """
            SELECT \(LegacyStore.productColumns),
                ARRAY(
                    SELECT collection.id FROM collection_item JOIN collection ON collection.key = collection_item.collection
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
        try copy("product", query, into: .item) { (row) throws(StoreError) in
            values(
                PackedItem(
                    item: try LegacyStore.product(LegacyColumns(row: row), in: row.texts(first) ?? []),
                    arrival: try row.int64(first + 2),
                    collectionArrivals: (row.texts(first + 1) ?? []).compactMap { Int64($0) }
                ),
                openedBy: try row.int64(first + 3)
            )
        }
    }

    private func values(_ packed: PackedItem, openedBy: Int64) -> [Value] {
        let id = packed.item.id
        return [
            .text(id.kind), .text(id.id), .int8(version), .int4(Int32(clamping: openedBy)), .bytea(packed.bytes),
        ]
    }
}
