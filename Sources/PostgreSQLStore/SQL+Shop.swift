// Products by what leaves the fewest to look at, and brands.
extension SQL {
    /// The products of a collection, behind a position.
    /// - Parameters: 1 to 4 as in ``suits``, 5 collection text, 6 position int8 (0 for the first page), 7 limit int8.
    /// - Columns: ``productHit``, position int8, in order.
    static let productsOfCollectionText = """
        SELECT \(productHit), collection_item.arrival
        FROM collection_item JOIN product ON product.key = collection_item.product JOIN brand ON brand.key = product.brand
        WHERE collection_item.collection = (SELECT key FROM collection WHERE id = $5::text)
        AND collection_item.arrival > $6::int8 AND \(suits)
        ORDER BY collection_item.arrival LIMIT $7::int8
        """

    /// The products of a brand. Parameters and columns as in ``productsOfCollectionText``, with a brand for 5.
    static let productsOfBrandText = products("product.brand = (SELECT key FROM brand WHERE id = $5::text)")

    /// The products of a category. Parameters and columns as in ``productsOfCollectionText``, with a category for 5.
    static let productsOfCategoryText = products("product.category = $5::text")

    /// The products. Parameters and columns as in ``productsOfCollectionText``; 5 is not looked at.
    static let productsText = products("($5::text IS NULL OR true)")

    private static func products(_ shelf: String) -> String {
        """
        SELECT \(productHit), product.key
        FROM product JOIN brand ON brand.key = product.brand
        WHERE \(shelf) AND product.key > $6::int8 AND \(suits)
        ORDER BY product.key LIMIT $7::int8
        """
    }

    /// The brands whose products the user opened most.
    /// - Parameters: 1 user text, 2 limit int8.
    /// - Columns: id text, name text, in order.
    static let brandsOpenedText = """
        SELECT brand.id, brand.name
        FROM opened JOIN product ON product.key = opened.item JOIN brand ON brand.key = product.brand
        WHERE opened.user_id = $1::text AND opened.kind = 1
        GROUP BY brand.key ORDER BY count(*) DESC, brand.key LIMIT $2::int8
        """

    /// The brands in the catalogue's order.
    /// - Parameters: 1 limit int8.
    /// - Columns: id text, name text, in order.
    static let brandsText = "SELECT id, name FROM brand ORDER BY key LIMIT $1::int8"
}
