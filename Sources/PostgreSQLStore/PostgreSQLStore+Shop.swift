import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// Reads the products in their order off the index of the collection, the brand or the category, else of them all.
    public func products(
        _ query: ProductQuery,
        after position: ProductPosition?,
        limit: Int
    ) async throws(StoreError) -> [ProductHit] {
        guard limit > 0 else { return [] }
        let (sql, shelf) = query.shortest
        let statement = sql(
            .text(query.brand),
            .text(query.category),
            .int8(query.price.min ?? .min),
            .int8(query.price.max ?? .max),
            .text(shelf),
            .int8(position?.rawValue ?? 0),
            .int8(Int64(limit))
        )
        return try await read(.catalogue, statement)[0].map(ProductHit.init)
    }

    /// Counts what the user opened by brand, and reads the catalogue's order off its index.
    public func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand] {
        guard limit > 0 else { return [] }
        let inOrder = SQL.brands(.int8(Int64(limit)))
        guard let user else { return try await read(.catalogue, inOrder)[0].brands() }
        let opened = SQL.brandsOpened(.text(user.rawValue), .int8(Int64(limit)))
        let rows = try await read(.user(user), opened, inOrder)
        var brands = try rows[0].brands()
        // The first `limit` of the catalogue's order fill up whatever is missing, even where all opened are among them.
        let known = Set(brands.lazy.map(\.id))
        for row in 0..<rows[1].count where brands.count < limit {
            let brand = try Brand(rows[1][row])
            if !known.contains(brand.id) { brands.append(brand) }
        }
        return brands
    }
}

extension Rows {
    fileprivate func brands() throws(StoreError) -> [Brand] {
        try map { (row) throws(StoreError) in try Brand(row) }
    }
}

extension ProductQuery {
    /// The statement that begins with the condition that leaves the fewest to look at, and what that asks for.
    fileprivate var shortest: (SQL, of: String?) {
        if let collection { return (.productsOfCollection, collection) }
        if let brand { return (.productsOfBrand, brand) }
        if let category { return (.productsOfCategory, category) }
        return (.products, nil)
    }
}
