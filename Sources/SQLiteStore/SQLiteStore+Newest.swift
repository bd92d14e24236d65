public import PropertyStore

extension SQLiteStore {
    /// Reads the newest listings off an index, that of the area's cells where it has few, or where it is larger and holds few
    /// listings, sorts those; the same either way.
    public func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            if let cover = criteria.place.flatMap(Cover.init) {
                return try connection.newest(in: cover, matching: criteria, after: position, at: now, limit: limit)
            }
            if let area = criteria.place, try connection.isSparse(area) {
                return try connection.newest(around: area, matching: criteria, after: position, at: now, limit: limit)
            }
            return try connection.newest(matching: criteria, after: position, at: now, limit: limit)
        }
    }
}

extension Connection {
    /// The newest in the area by way of the listings' places.
    func newest(
        around area: Area,
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) throws(StoreError) -> [ListingHit] {
        // Every id comes after the empty one.
        let position = position ?? NewestPosition(listedAt: .max, id: "")
        let statement = try prepare(.newestAround, criteria, at: now)
        try statement.bind(from: 14, criteria.market, position.listedAt, position.id)
        try statement.bind(from: 17, area)
        var hits: [ListingHit] = []
        try statement.collect(into: &hits, in: area, limit: limit)
        return hits
    }

    /// The newest by way of an index that has them in this order.
    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) throws(StoreError) -> [ListingHit] {
        var hits: [ListingHit] = []
        var latest = Int64.max
        if let position {
            // Two searches of the index, so that neither has to pass over what came before the position.
            let tied = try prepare(criteria.market == nil ? .newestTied : .newestInMarketTied, criteria, at: now)
            try tied.bind(from: 15, position.listedAt, position.id)
            if let market = criteria.market { try tied.bind(from: 14, market) }
            try tied.collect(into: &hits, in: criteria.place, limit: limit)
            guard position.listedAt > .min, hits.count < limit else { return hits }
            latest = position.listedAt - 1
        }
        let statement = try prepare(criteria.market == nil ? .newest : .newestInMarket, criteria, at: now)
        if let market = criteria.market { try statement.bind(from: 14, market) }
        try statement.bind(from: 15, latest)
        try statement.collect(into: &hits, in: criteria.place, limit: limit)
        return hits
    }
}
