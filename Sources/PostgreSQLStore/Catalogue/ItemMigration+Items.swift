import Catalogue
import PostgreSQL

extension ItemMigration {
    /// Listings arrived in the order of their keys.
    func convertListings() throws(StoreError) {
        let query = """
            SELECT \(SQL.columns(of: "listing", SQL.listingContent)), key, coalesce(opened_by.users, 0)
            FROM listing LEFT JOIN opened_by ON opened_by.kind = 0 AND opened_by.item = listing.key
            """
        try copy("listing", query, into: Self.items) { (row) throws(StoreError) in
            values(
                PackedItem(
                    item: CatalogueItem(try Listing(row, from: 0)),
                    arrival: try row.int64(15),
                    collectionArrivals: []
                ),
                openedBy: try row.int64(16)
            )
        }
    }

    /// Products arrived in the order of their keys, which are of the same sequence as those of listings. They keep their places in
    /// collections.
    func convertProducts() throws(StoreError) {
        let query = """
            SELECT product.id, product.title, brand.id, brand.name, product.price, product.currency, product.category,
                product.image,
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
        try copy("product", query, into: Self.items) { (row) throws(StoreError) in
            values(
                PackedItem(
                    item: CatalogueItem(try Product(row, from: 0)),
                    arrival: try row.int64(10),
                    collectionArrivals: (row.texts(9) ?? []).compactMap { Int64($0) }
                ),
                openedBy: try row.int64(11)
            )
        }
    }

    private static let items = "item (kind, id, version, opened_by, packed)"

    private func values(_ packed: PackedItem, openedBy: Int64) -> [Value] {
        let id = packed.item.id
        return [
            .text(id.kind), .text(id.id), .int8(version), .int4(Int32(clamping: openedBy)), .bytea(packed.bytes),
        ]
    }
}
