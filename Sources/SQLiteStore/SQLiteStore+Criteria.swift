import Catalogue

// What every query by criteria does, whatever its order.

extension SQLiteStore {
    /// Up to how many listings in an area are looked up by their place and then sorted. In an area with more, the first
    /// are found sooner by walking the listings in their order until enough of them lie inside.
    static let sparseArea = 1_000
}

extension Connection {
    /// Whether the area holds no more than ``SQLiteStore/sparseArea`` listings, give or take those at its very edge.
    func isSparse(_ area: Area) throws(StoreError) -> Bool {
        let statement = try prepare(.placesAround)
        try statement.bind(area)
        try statement.bind(from: 6, SQLiteStore.sparseArea + 1)
        var found = 0
        try statement.forEach { _ in
            found += 1
            return true
        }
        return found <= SQLiteStore.sparseArea
    }

    /// The statement, with what `SQL.fits` tests bound.
    func prepare(_ sql: SQL, _ criteria: SearchCriteria, at now: Int64) throws(StoreError) -> Statement {
        let statement = try prepare(sql)
        try statement.bind(criteria, at: now)
        return statement
    }
}

extension Statement {
    /// Binds what `SQL.fits` tests: the criteria and the moment.
    func bind(_ criteria: SearchCriteria, at now: Int64) throws(StoreError) {
        try bind(
            criteria.types.isEmpty ? -1 : criteria.typeBits,
            criteria.price.min ?? Int64.min,
            criteria.price.max ?? Int64.max
        )
        try bind(from: 4, criteria.bedrooms, within: Int.min...Int.max)
        try bind(from: 7, criteria.bathrooms, within: -Double.infinity...Double.infinity)
        try bind(from: 10, criteria.area, within: -Double.infinity...Double.infinity)
        try bind(from: 13, now)
    }

    /// Binds what stands for an unknown value, and the ends of the range, which are those of `all` where it has none.
    fileprivate func bind<Bound: Bindable>(
        from first: Int32,
        _ interval: ClosedInterval<Bound>,
        within all: ClosedRange<Bound>
    ) throws(StoreError) {
        let unknown = interval.isBounded ? nil : all.lowerBound
        try bind(from: first, unknown, interval.min ?? all.lowerBound, interval.max ?? all.upperBound)
    }

    /// Adds the listings of the rows that lie in `area`, until there are `limit`.
    func collect(into hits: inout [ListingHit], in area: Area?, limit: Int) throws(StoreError) {
        try forEach { (row) throws(StoreError) in
            if let area, try !area.contains(row.place(7, 8)) { return true }
            hits.append(try ListingHit(row))
            return hits.count < limit
        }
    }
}
