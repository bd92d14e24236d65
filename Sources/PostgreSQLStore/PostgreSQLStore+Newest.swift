import PostgreSQL
public import PropertyStore

extension PostgreSQLStore {
    /// How many listings are looked at in their order before it is asked whether there is a shorter way.
    static let walk = 2_000

    /// Walks along the order; where that does not fill the page soon, and the prices or the area leave few listings, sorts
    /// those; the same either way.
    public func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        guard limit > 0 else { return [] }
        // Every id comes after the empty one.
        let position = position ?? NewestPosition(listedAt: .max, id: "")
        let search = criteria.fits(at: now) + [.text(criteria.market), .int8(position.listedAt), .text(position.id)]

        func page(_ sql: SQL, walk: Int64) async throws(StoreError) -> [ListingHit] {
            try await first(limit, in: criteria.place, .catalogue) { rows in
                BoundStatement(sql.statement, search + [.int8(walk), rows])
            }
        }

        let inOrder: SQL = criteria.market == nil ? .newest : .newestInMarket
        let next = try await page(inOrder, walk: Int64(Self.walk))
        // Where it is not filled there may be others behind those that were looked at.
        if next.count == limit { return next }
        return try await page(sorting(criteria) ?? inOrder, walk: .max)
    }

    /// The statement that sorts what the prices or the area leave; `nil` where neither leaves few.
    private func sorting(_ criteria: SearchCriteria) async throws(StoreError) -> SQL? {
        if let market = criteria.market, criteria.price.isBounded, try await areFew(in: market, at: criteria.price) {
            return .newestPriced
        }
        if let area = criteria.place, try await isSparse(area) { return .newestAround }
        return nil
    }
}
