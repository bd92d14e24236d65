// Products by what leaves the fewest to look at, and brands.
extension SQL {
    /// The products of a collection, behind a position.
    /// - Parameters: 1 to 4 as in ``suits``, 5 collection text, 6 position int8 (0 for the first page), 7 limit int8.
    /// - Columns: ``productHit``, position int8, in order.
    static let productsOfCollectionText = """
        SELECT \(productHit), collection_item.arrival
        FROM collection_item \(lookUp("product", where: "product.key = collection_item.product"))
        \(lookUp("brand", where: "brand.key = product.brand"))
        WHERE collection_item.collection = (SELECT key FROM collection WHERE id = $5::text)
        AND collection_item.arrival > $6::int8 AND \(suits)
        ORDER BY collection_item.arrival LIMIT $7::int8
        """

    /// The products of a brand. Parameters and columns as in ``productsOfCollectionText``, with a brand for 5.
    static let productsOfBrandText = products(
        along: "product.brand",
        of: "(SELECT key FROM brand WHERE id = $5::text)"
    )

    /// The products of a category. Parameters and columns as in ``productsOfCollectionText``, with a category for 5.
    static let productsOfCategoryText = products(along: "product.category", of: "$5::text")

    /// A range with one value, and no equation: of a column that is known to have one value, the order says nothing, and any
    /// index that has the rest would do.
    private static func products(along shelf: String, of value: String) -> String {
        """
        SELECT \(productHit), product.key
        FROM product \(lookUp("brand", where: "brand.key = product.brand"))
        WHERE (\(shelf), product.key) > (\(value), $6::int8) AND \(shelf) <= \(value) AND \(suits)
        ORDER BY \(shelf), product.key LIMIT $7::int8
        """
    }

    /// The products. Parameters and columns as in ``productsOfCollectionText``; 5 is not looked at.
    static let productsText = """
        SELECT \(productHit), product.key
        FROM product \(lookUp("brand", where: "brand.key = product.brand"))
        WHERE product.key > $6::int8 AND \(suits) AND ($5::text IS NULL OR true)
        ORDER BY product.key LIMIT $7::int8
        """

    /// The brands whose products the user opened most.
    /// - Parameters: 1 user text, 2 limit int8.
    /// - Columns: id text, name text, in order.
    static let brandsOpenedText = """
        SELECT brand.id, brand.name
        FROM opened \(lookUp("product", where: "product.key = opened.item"))
        \(lookUp("brand", where: "brand.key = product.brand"))
        WHERE opened.user_id = $1::text AND opened.kind = 1
        GROUP BY brand.key, brand.id, brand.name ORDER BY count(*) DESC, brand.key LIMIT $2::int8
        """

    /// The brands in the catalogue's order.
    /// - Parameters: 1 limit int8.
    /// - Columns: id text, name text, in order.
    static let brandsText = "SELECT id, name FROM brand ORDER BY key LIMIT $1::int8"
}
