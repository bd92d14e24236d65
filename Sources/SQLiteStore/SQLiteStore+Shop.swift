public import Catalogue

extension SQLiteStore {
    /// Reads the products in their order off the index of the collection, the brand or the category, else of them all.
    public func products(
        _ query: ProductQuery,
        after position: ProductPosition?,
        limit: Int
    ) async throws(StoreError) -> [ProductHit] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            let statement = try connection.statement(for: query)
            try statement.bind(
                query.brand,
                query.category,
                query.price.min ?? .min,
                query.price.max ?? .max
            )
            try statement.bind(from: 6, position?.rawValue ?? 0, limit)
            var hits: [ProductHit] = []
            try statement.forEach { row in
                hits.append(ProductHit(row))
                return true
            }
            return hits
        }
    }

    /// Counts what the user opened by brand, then reads the catalogue's order off its index.
    public func topBrands(for user: UserID?, limit: Int) async throws(StoreError) -> [Brand] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            var brands: [Brand] = []
            if let user {
                try connection.prepare(.brandsOpened, user.rawValue, limit).forEach { row in
                    brands.append(Brand(row))
                    return true
                }
            }
            // The first `limit` of the catalogue's order fill up whatever is missing, even where all opened are among them.
            let opened = Set(brands.lazy.map(\.id))
            try connection.prepare(.brands, limit).forEach { row in
                guard brands.count < limit else { return false }
                let brand = Brand(row)
                if !opened.contains(brand.id) { brands.append(brand) }
                return true
            }
            return brands
        }
    }
}

extension Connection {
    /// The statement that begins with the condition that leaves the fewest to look at.
    fileprivate func statement(for query: ProductQuery) throws(StoreError) -> Statement {
        let statement: Statement
        if let collection = query.collection {
            statement = try prepare(.productsOfCollection)
            try statement.bind(from: 5, collection)
        } else if let brand = query.brand {
            statement = try prepare(.productsOfBrand)
            try statement.bind(from: 5, brand)
        } else if let category = query.category {
            statement = try prepare(.productsOfCategory)
            try statement.bind(from: 5, category)
        } else {
            statement = try prepare(.products)
        }
        return statement
    }
}
