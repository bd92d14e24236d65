public import PropertyStore

extension SQLiteStore {
    /// Up to how many listings in an area are looked up by their place and then sorted. In an area with more, the newest
    /// are found sooner by walking the listings from the newest on until enough of them lie inside.
    static let sparseArea = 1_000

    /// Reads the newest listings off an index, or where the area holds few, sorts those of the area; the same either way.
    public func newest(matching criteria: SearchCriteria, limit: Int) async throws(StoreError) -> [ListingHit] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            if let area = criteria.place, try connection.holds(atMost: Self.sparseArea, in: area) {
                return try connection.newest(around: area, matching: criteria, limit: limit)
            }
            return try connection.newest(matching: criteria, limit: limit)
        }
    }
}

extension Connection {
    /// Whether the area holds no more than `count` listings, give or take those at its very edge.
    fileprivate func holds(atMost count: Int, in area: Area) throws(StoreError) -> Bool {
        let statement = try prepare(.placesAround)
        try statement.bind(area)
        try statement.bind(from: 5, count + 1)
        var found = 0
        try statement.forEach { _ in
            found += 1
            return true
        }
        return found <= count
    }

    /// The newest in the area by way of the listings' places.
    func newest(
        around area: Area,
        matching criteria: SearchCriteria,
        limit: Int
    ) throws(StoreError) -> [ListingHit] {
        let statement = try prepare(.newestAround, criteria)
        try statement.bind(from: 13, criteria.market)
        try statement.bind(from: 14, area)
        return try statement.hits(in: area, limit: limit)
    }

    /// The newest by way of an index that has them in this order.
    func newest(matching criteria: SearchCriteria, limit: Int) throws(StoreError) -> [ListingHit] {
        let statement: Statement
        if let market = criteria.market {
            statement = try prepare(.newestInMarket, criteria)
            try statement.bind(from: 13, market)
        } else {
            statement = try prepare(.newest, criteria)
            try statement.bind(from: 13, Int64.max)
        }
        return try statement.hits(in: criteria.place, limit: limit)
    }

    /// The statement, with the criteria bound that `SQL.fits` tests.
    private func prepare(_ sql: SQL, _ criteria: SearchCriteria) throws(StoreError) -> Statement {
        let statement = try prepare(sql, criteria.types.isEmpty ? -1 : criteria.typeBits)
        try statement.bind(from: 2, criteria.price.min ?? Int64.min, criteria.price.max ?? Int64.max)
        try statement.bind(from: 4, criteria.bedrooms, within: Int.min...Int.max)
        try statement.bind(from: 7, criteria.bathrooms, within: -Double.infinity...Double.infinity)
        try statement.bind(from: 10, criteria.area, within: -Double.infinity...Double.infinity)
        return statement
    }
}

extension Statement {
    /// Binds what stands for an unknown value, and the ends of the range, which are those of `all` where it has none.
    fileprivate func bind<Bound: Bindable>(
        from first: Int32,
        _ interval: ClosedInterval<Bound>,
        within all: ClosedRange<Bound>
    ) throws(StoreError) {
        let unknown = interval.isBounded ? nil : all.lowerBound
        try bind(from: first, unknown, interval.min ?? all.lowerBound, interval.max ?? all.upperBound)
    }

    /// The first `limit` listings of the rows, of those that lie in `area`.
    fileprivate func hits(in area: Area?, limit: Int) throws(StoreError) -> [ListingHit] {
        var hits: [ListingHit] = []
        try forEach { (row) throws(StoreError) in
            let hit = try ListingHit(row)
            if area?.contains(hit.place) ?? true { hits.append(hit) }
            return hits.count < limit
        }
        return hits
    }
}

extension Area {
    /// Whether `place` lies inside. An unknown one does not.
    fileprivate func contains(_ place: Coordinate?) -> Bool {
        guard let place else { return false }
        return center.distance(to: place) <= radius
    }
}
