import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// Looks up all of the listings at once.
    public func listings(_ keys: [ItemKey], at now: Int64) async throws(StoreError) -> [Listing?] {
        if keys.isEmpty { return [] }
        let rows = try await read(.catalogue, SQL.listings(.int8s(keys.map(\.rawValue)), .int8(now)))[0]
        return try rows.numbered(keys.count) { (row) throws(StoreError) in try Listing(row, from: 1) }
    }

    /// Looks up all of the products at once, with the collections that they stand in.
    public func products(_ keys: [ItemKey]) async throws(StoreError) -> [Product?] {
        if keys.isEmpty { return [] }
        let rows = try await read(.catalogue, SQL.productContent(.int8s(keys.map(\.rawValue))))[0]
        return try rows.numbered(keys.count) { (row) throws(StoreError) in try Product(row, from: 1) }
    }

    /// Looks up all of the listings at once by their ids.
    public func hits(ofListings ids: [String], at now: Int64) async throws(StoreError) -> [ListingHit] {
        if ids.isEmpty { return [] }
        return try await read(.catalogue, SQL.listingHits(.texts(ids), .int8(now)))[0].map(ListingHit.init)
    }

    /// Counts all rows.
    public func counts() async throws(StoreError) -> CatalogueCounts {
        let row = try await read(.catalogue, SQL.counts())[0][0]
        return CatalogueCounts(
            listings: Int(try row.int64(0)),
            products: Int(try row.int64(1)),
            brands: Int(try row.int64(2)),
            collections: Int(try row.int64(3))
        )
    }
}

extension Rows {
    /// What `read` makes of the rows, each in the place that its first column tells, from 1 on; `nil` in a place that none tells.
    fileprivate func numbered<Item>(
        _ places: Int,
        _ read: (Row) throws(StoreError) -> Item
    ) throws(StoreError) -> [Item?] {
        var items = [Item?](repeating: nil, count: places)
        for row in 0..<count { items[Int(try self[row].int64(0)) - 1] = try read(self[row]) }
        return items
    }
}
