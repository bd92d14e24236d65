import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// How many listings of an area are sorted in milliseconds; where it holds more, the most opened are found sooner in their order.
    private static let few = 2_000

    /// Reads the most opened listings off an index that has no others, or where the area holds few, sorts those of the
    /// area; the same either way.
    public func popular(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        guard limit > 0 else { return [] }
        var sql: SQL = criteria.market == nil ? .popular : .popularInMarket
        if let area = criteria.place, try await isSparse(area, few: Self.few) { sql = .popularAround }
        let search = criteria.fits(at: now) + [.text(criteria.market)]
        return try await first(limit, in: criteria.place, .openings) { [sql] rows in
            BoundStatement(sql.statement, search + [rows])
        }
    }
}
