import ListingShelves
import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// How many listings are looked at in their order before it is asked whether there is a shorter way.
    fileprivate static let walk = 2_000
    /// How many listings are sorted in the time of such a walk.
    private static let sorted = 250
    /// In the time of how many walks listings are sorted at most: 16,000 of them, in tens of milliseconds.
    fileprivate static let maximumWalks = 64

    /// Walks along the order, first as far as it is known, with one part more that is read to that; where the area leaves a handful of listings, or the walk
    /// does not fill the page soon and it takes less time to sort what the prices or the area leave, does that; the same either way.
    public func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [ListingHit] {
        try await newest(matching: criteria, after: position, at: now, limit: limit, along: shelves)
    }

    /// The newest by way of these shelves, as far as they are kept.
    func newest(
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int,
        along shelves: Shelves
    ) async throws(StoreError) -> [ListingHit] {
        guard limit > 0 else { return [] }
        let position = position ?? .start
        var passed = Passed()
        if let market = criteria.market {
            let conditions = Conditions(criteria, at: now)
            let known = try await shelved(conditions, in: market, after: position, limit: limit, along: shelves)
            if known.isAll { return known.hits }
            passed = known.passed
        }
        let search = criteria.fits(at: now) + [.text(criteria.market), .int8(position.listedAt), .text(position.id)]

        func page(_ sql: SQL, walk: Int64) async throws(StoreError) -> [ListingHit] {
            try await first(limit, in: criteria.place, .catalogue) { rows in
                BoundStatement(sql.statement, search + [.int8(walk), rows])
            }
        }

        let inOrder: SQL = criteria.market == nil ? .newest : .newestInMarket
        if passed.count < Self.walk {
            if let area = criteria.place, try await isSparse(area, few: Self.sorted) {
                return try await page(.newestAround, walk: .max)
            }
            let next = try await page(inOrder, walk: Int64(Self.walk))
            // Where it is not filled there may be others behind those that were looked at.
            if next.count == limit { return next }
            passed = Passed(count: Self.walk, found: next.count)
        }
        return try await page(sorting(criteria, most: Self.sorted * passed.walks(to: limit)) ?? inOrder, walk: .max)
    }

    /// The statement that sorts what the prices or the area leave, whichever leave less; `nil` where neither leave so few.
    private func sorting(_ criteria: SearchCriteria, most: Int) async throws(StoreError) -> SQL? {
        var (way, fewest) = (nil as SQL?, most + 1)
        if let market = criteria.market, criteria.price.isBounded {
            let priced = try await count(in: market, at: criteria.price, upTo: fewest)
            if priced < fewest { (way, fewest) = (.newestPriced, priced) }
        }
        if let area = criteria.place, try await count(around: area, upTo: fewest) < fewest { way = .newestAround }
        return way
    }
}

/// What was looked at in the order of the newest, and how much of that was found to fit.
struct Passed {
    var count = 0
    var found = 0

    /// After how many walks a page is filled that is as sparse as what was looked at, up to ``PostgreSQLStore/maximumWalks``.
    fileprivate func walks(to limit: Int) -> Int {
        let (walk, most, found) = (PostgreSQLStore.walk, PostgreSQLStore.maximumWalks, max(1, self.found))
        return min(count * min(limit, most * found) / (walk * found), most)
    }
}
