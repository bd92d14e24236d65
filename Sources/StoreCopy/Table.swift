import SQLiteStore

/// A table of the target, and what the source has of it.
struct Table {
    /// Its name in the target.
    let name: String
    /// Its columns in the target.
    let columns: [Column]
    /// Gives, from what the source has, a mark that grows from row to row and is above 0, then the columns: the rows whose marks
    /// are above the parameter, in the order of their marks.
    let query: String

    /// The columns' names.
    var columnNames: String { columns.map(\.name).joined(separator: ", ") }

    fileprivate init(_ name: String, _ columns: [(String, Column.Kind)], _ query: String) {
        self.name = name
        self.columns = columns.map { Column(name: $0.0, kind: $0.1) }
        self.query = query
    }
}

// The tables of the target hold by their own columns what the source has in others:
// - Products and brands go by when they came into the catalogue, which is a number of its own in the source and their key in the
//   target: cursors tell it, and no key is told outside the store. Listings and collections keep their keys.
// - What a user opened is numbered through all users, in the order of each of them.
// - A user is an id.
extension Table {
    /// Those that are copied, each after those that it refers to.
    static let copied = [
        listingKey, listing, popularity, brand, product, collection, collectionItem, search, opened, feedback,
    ]

    /// What concerns the store as a whole, but for its versions: one row, which is there already.
    static let store = Table(
        "store",
        [("feedback_position", .int8), ("lost_feedback", .int8), ("sealing_key", .bytea)],
        """
        SELECT 1, ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'feedback'), 0), lost_feedback, sealing_key
        FROM store WHERE key > ?
        """
    )

    private static let listingKey = Table(
        "listing_key",
        [("id", .text), ("key", .int8), ("market", .text), ("revision", .int8)],
        "SELECT key, id, key, market, revision FROM listing WHERE key > ? ORDER BY key"
    )

    private static let listing = Table(
        "listing",
        [
            ("key", .int8), ("revision", .int8), ("price", .int8), ("listed_at", .int8), ("expires_at", .int8),
            ("bedrooms", .int8), ("bathrooms", .float8), ("area", .float8), ("place", .point), ("status", .int2),
            ("type", .int2), ("market", .text), ("id", .text), ("currency", .text), ("title", .text),
            ("address", .text),
            ("images", .text),
        ],
        """
        SELECT key, key, revision, price, listed_at, expires_at, bedrooms, bathrooms, area, longitude, latitude, status,
            type, market, id, currency, title, address, images
        FROM listing WHERE key > ? ORDER BY key
        """
    )

    private static let popularity = Table(
        "popularity",
        [("key", .int8), ("opened_by", .int8), ("listed_at", .int8), ("market", .text), ("id", .text)],
        """
        SELECT key, key, opened_by, listed_at, market, id FROM listing WHERE key > ? AND opened_by > 0 ORDER BY key
        """
    )

    private static let brand = Table(
        "brand",
        [("key", .int8), ("revision", .int8), ("id", .text), ("name", .text)],
        "SELECT arrival, arrival, revision, id, name FROM brand WHERE arrival > ? ORDER BY arrival"
    )

    private static let product = Table(
        "product",
        [
            ("key", .int8), ("revision", .int8), ("brand", .int8), ("price", .int8), ("id", .text), ("currency", .text),
            ("title", .text), ("category", .text), ("image", .text),
        ],
        """
        SELECT product.arrival, product.arrival, product.revision, brand.arrival, price, product.id, currency, title,
            category, image
        FROM product CROSS JOIN brand ON brand.key = product.brand
        WHERE product.arrival > ? ORDER BY product.arrival
        """
    )

    private static let collection = Table(
        "collection",
        [("key", .int8), ("id", .text)],
        "SELECT key, key, id FROM collection WHERE key > ? ORDER BY key"
    )

    private static let collectionItem = Table(
        "collection_item",
        [("product", .int8), ("collection", .int8), ("place", .int8), ("arrival", .int8)],
        """
        SELECT number, product.arrival, collection, place, collection_item.arrival
        FROM \(numbered("collection_item", by: "product, collection"))
        CROSS JOIN product ON product.key = collection_item.product
        WHERE number > ? ORDER BY number
        """
    )

    private static let criteria: [(String, Column.Kind)] = [
        ("market", .text), ("types", .int8), ("price_min", .int8), ("price_max", .int8), ("bedrooms_min", .int8),
        ("bedrooms_max", .int8), ("bathrooms_min", .float8), ("bathrooms_max", .float8), ("area_min", .float8),
        ("area_max", .float8), ("latitude", .float8), ("longitude", .float8), ("radius", .float8),
    ]

    private static let criteriaNames = criteria.map(\.0).joined(separator: ", ")

    private static let search = Table(
        "search",
        [("user_id", .text), ("sequence", .int8)] + criteria,
        """
        SELECT number, user.id, sequence, \(criteriaNames)
        FROM \(numbered("search", by: "user, sequence")) CROSS JOIN user ON user.key = search.user
        WHERE number > ? ORDER BY number
        """
    )

    private static let opened = Table(
        "opened",
        [("user_id", .text), ("item", .int8), ("sequence", .int8), ("kind", .int2)],
        """
        SELECT number, user.id, CASE opened.kind WHEN 1 THEN product.arrival ELSE item END, number, kind
        FROM \(numbered("opened", by: "user, kind, sequence")) CROSS JOIN user ON user.key = opened.user
        LEFT JOIN product ON opened.kind = 1 AND product.key = opened.item
        WHERE number > ? ORDER BY number
        """
    )

    private static let feedback = Table(
        "feedback",
        [("position", .int8), ("at", .int8), ("kind", .int2), ("user_id", .text), ("item", .text)] + criteria,
        """
        SELECT position, position, at, kind, user, item, \(criteriaNames)
        FROM feedback WHERE position > ? ORDER BY position
        """
    )

    /// A table of the source with the numbers of its rows, from 1 on in this order, in the column `number`.
    private static func numbered(_ table: String, by order: String) -> String {
        "(SELECT *, row_number() OVER (ORDER BY \(order)) AS number FROM \(table)) AS \(table)"
    }
}
