public import Catalogue

extension SQLiteStore {
    /// Reads the most opened listings off an index that has no others, or where the area holds few, sorts those of the
    /// area; the same either way.
    public func popular(
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            if let area = criteria.place, try connection.isSparse(area) {
                return try connection.popular(around: area, matching: criteria, at: now, limit: limit)
            }
            return try connection.popular(matching: criteria, at: now, limit: limit)
        }
    }
}

extension Connection {
    /// The most opened in the area by way of the listings' places.
    func popular(
        around area: Area,
        matching criteria: SearchCriteria,
        at now: Int64,
        limit: Int
    ) throws(StoreError) -> [ListingHit] {
        let statement = try prepare(.popularAround, criteria, at: now)
        try statement.bind(from: 14, criteria.market)
        try statement.bind(from: 17, area)
        var hits: [ListingHit] = []
        try statement.collect(into: &hits, in: area, limit: limit)
        return hits
    }

    /// The most opened by way of an index that has them in this order.
    func popular(matching criteria: SearchCriteria, at now: Int64, limit: Int) throws(StoreError) -> [ListingHit] {
        let statement = try prepare(criteria.market == nil ? .popular : .popularInMarket, criteria, at: now)
        if let market = criteria.market { try statement.bind(from: 14, market) }
        var hits: [ListingHit] = []
        try statement.collect(into: &hits, in: criteria.place, limit: limit)
        return hits
    }
}
