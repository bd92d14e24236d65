public import Catalogue

extension SQLiteStore {
    /// Looks up each of the listings.
    public func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?] {
        try readers.read { (connection) throws(StoreError) in
            var listings: [Listing?] = []
            for key in keys {
                listings.append(try connection.prepare(.listing, key.rawValue, now).first(Listing.init))
            }
            return listings
        }
    }

    /// Looks up each of the products, and the collections that it stands in.
    public func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?] {
        try readers.read { (connection) throws(StoreError) in
            var products: [Product?] = []
            for key in keys {
                var product = try connection.prepare(.product, key.rawValue).first { Product($0) }
                product?.collections = try connection.collections(of: key.rawValue)
                products.append(product)
            }
            return products
        }
    }

    /// Looks up each of the listings by its id.
    public func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit] {
        try readers.read { (connection) throws(StoreError) in
            var hits: [ListingHit] = []
            for id in ids {
                let hit = try connection.prepare(.listingHit, id, now).first(ListingHit.init)
                if let hit { hits.append(hit) }
            }
            return hits
        }
    }
}
