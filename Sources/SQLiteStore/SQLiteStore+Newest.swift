import ListingShelves
public import Catalogue

extension SQLiteStore {
    /// Walks along what is known of the market's listings, or of those in the area's cells, the newest first, and reads what is
    /// not known yet. Where the area has too many cells and holds few listings, sorts those; the same either way.
    public func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            try connection.newest(matching: criteria, after: position, at: now, limit: limit, along: shelves)
        }
    }
}

extension Connection {
    /// The newest by way of the shelves, as far as these are kept.
    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int,
        along known: Shelves
    ) throws(StoreError) -> [ListingHit] {
        let path: [Shelf]
        if let cells = criteria.place.flatMap(Box.init).flatMap(Grid.cells) {
            path = try shelves(in: cells, of: criteria.market)
        } else if let area = criteria.place, try isSparse(area) {
            return try newest(around: area, matching: criteria, after: position, at: now, limit: limit)
        } else if let market = criteria.market {
            path = [.market(market)]
        } else {
            return try newest(matching: criteria, after: position, at: now, limit: limit)
        }
        var walk = try Walk(along: path, of: known, version().catalogue, after: position) {
            (shelf, position, limit) throws(StoreError) in
            try self.listings(on: shelf, after: position, limit: limit)
        }
        let newest = try walk.newest(Conditions(criteria, at: now), limit: limit)
        guard newest.count < limit, let end = walk.end else { return newest }
        let missing = limit - newest.count
        if let area = criteria.place, try isSparse(area) {
            return try newest + self.newest(around: area, matching: criteria, after: end, at: now, limit: missing)
        }
        return try newest + self.newest(matching: criteria, after: end, at: now, limit: missing)
    }

    /// The cells' shelves of the market, or of all that have anything there.
    private func shelves(in cells: [Int64], of market: String?) throws(StoreError) -> [Shelf] {
        if let market { return cells.map { .cell($0, market: market) } }
        var shelves: [Shelf] = []
        for cell in cells {
            for market in try markets(in: cell) { shelves.append(.cell(cell, market: market)) }
        }
        return shelves
    }

    /// The newest in the area by way of the listings' places.
    func newest(
        around area: Area,
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) throws(StoreError) -> [ListingHit] {
        let position = position ?? .start
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
