extension SQL {
    /// The listings behind the keys, as far as they are on offer.
    /// - Parameters: 1 keys int8[], 2 the moment int8.
    /// - Columns: number of the key int8 (from 1 on), ``listingContent``.
    static let listingsText = """
        SELECT given.number, \(columns(of: "listing", listingContent))
        FROM unnest($1::int8[]) WITH ORDINALITY AS given (key, number)
        \(lookUp("listing", where: "listing.key = given.key"))
        WHERE \(isOnOffer(at: "$2::int8"))
        """

    /// The products behind the keys, and the collections that each stands in, in the order of its own list.
    /// - Parameters: 1 keys int8[].
    /// - Columns: number of the key int8 (from 1 on), id text, title text, brand's id text, brand's name text, price int8,
    ///   currency text, category text?, image text?, collections text[].
    static let productContentText = """
        SELECT given.number, product.id, product.title, brand.id, brand.name, product.price, product.currency,
            product.category, product.image, ARRAY(
                SELECT collection.id
                FROM collection_item \(lookUp("collection", where: "collection.key = collection_item.collection"))
                WHERE collection_item.product = product.key ORDER BY collection_item.place
            )
        FROM unnest($1::int8[]) WITH ORDINALITY AS given (key, number)
        \(lookUp("product", where: "product.key = given.key"))
        \(lookUp("brand", where: "brand.key = product.brand"))
        """

    /// The hits of the listings with these ids, as far as they are there and on offer.
    /// - Parameters: 1 ids text[], 2 the moment int8.
    /// - Columns: ``hit``, in the order of the ids.
    static let listingHitsText = """
        SELECT \(hit)
        FROM unnest($1::text[]) WITH ORDINALITY AS given (id, number)
        \(lookUp("listing_key", where: "listing_key.id = given.id"))
        \(lookUp("listing", where: "listing.market = listing_key.market AND listing.key = listing_key.key"))
        WHERE \(isOnOffer(at: "$2::int8"))
        ORDER BY given.number
        """

    /// How much there is.
    /// - Columns: listings, products, brands, collections int8, one row.
    static let countsText = """
        SELECT (SELECT count(*) FROM listing_key), (SELECT count(*) FROM product), (SELECT count(*) FROM brand),
            (SELECT count(*) FROM collection)
        """
}
