import PostgreSQL
import Catalogue

// What every query by criteria does, whatever its order.

extension PostgreSQLStore {
    /// Whether the area holds no more than `few` listings, give or take those at its very edge.
    func isSparse(_ area: Area, few: Int) async throws(StoreError) -> Bool {
        try await count(around: area, upTo: few + 1) <= few
    }

    /// How many listings the area holds, give or take those at its very edge, counted up to `most`.
    func count(around area: Area, upTo most: Int) async throws(StoreError) -> Int {
        let (latitude, longitude) = (area.center.latitude, area.center.longitude)
        let reach = Reach.outer(area.radius)
        return try await count(
            SQL.placesAround(.float8(latitude), .float8(longitude), .float8(reach), .int8(Int64(most)))
        )
    }

    /// How many listings the market has at such a price, counted up to `most`.
    func count(in market: String, at price: ClosedInterval<Int64>, upTo most: Int) async throws(StoreError) -> Int {
        try await count(
            SQL.pricedInMarket(
                .text(market),
                .int8(price.min ?? .min),
                .int8(price.max ?? .max),
                .int8(Int64(most))
            )
        )
    }

    private func count(_ statement: BoundStatement) async throws(StoreError) -> Int {
        Int(try await read(.catalogue, statement)[0][0].int64(0))
    }

    /// The first listings that the statement gives, of those that lie in the area by their exact distance; fewer than `limit` where
    /// it gives no others.
    ///
    /// Where too many lie outside, it is asked again, for more: all of a page is of one state of the store, and that there are
    /// any outside, within micrometres of the edge, is as good as never.
    /// - Parameter statement: the statement, for up to so many rows of ``SQL/hit``.
    func first(
        _ limit: Int,
        in area: Area?,
        _ need: Need,
        of statement: (_ rows: Value) -> BoundStatement
    ) async throws(StoreError) -> [ListingHit] {
        var asked = limit
        while true {
            let rows = try await read(need, statement(.int8(Int64(asked))))[0]
            let hits = try rows.hits(in: area, limit: limit)
            if hits.count == limit || rows.count < asked { return hits }
            asked = asked > .max / 2 ? .max : 2 * asked
        }
    }
}

extension Rows {
    /// The listings of the rows that lie in `area`, up to `limit`.
    fileprivate func hits(in area: Area?, limit: Int) throws(StoreError) -> [ListingHit] {
        var hits: [ListingHit] = []
        hits.reserveCapacity(Swift.min(count, limit))
        for row in 0..<count where hits.count < limit {
            if let area, try !area.contains(self[row].place(7)) { continue }
            hits.append(try ListingHit(self[row]))
        }
        return hits
    }
}

extension SearchCriteria {
    /// The parameters of ``SQL/fits``.
    func fits(at now: Int64) -> [Value] {
        let (bedrooms, bathrooms, size) = (bedrooms, bathrooms, area)
        return [
            .int8(types.isEmpty ? -1 : Int64(typeBits)),
            .int8(price.min ?? .min),
            .int8(price.max ?? .max),
            // What stands for an unknown value: one that lies in the range only where every value will do.
            bedrooms.isBounded ? .null : .int8(.min),
            .int8(Int64(bedrooms.min ?? .min)),
            .int8(Int64(bedrooms.max ?? .max)),
            bathrooms.isBounded ? .null : .float8(-.infinity),
            .float8(bathrooms.min ?? -.infinity),
            .float8(bathrooms.max ?? .infinity),
            size.isBounded ? .null : .float8(-.infinity),
            .float8(size.min ?? -.infinity),
            .float8(size.max ?? .infinity),
            .int8(now),
            .float8(place?.center.latitude),
            .float8(place?.center.longitude),
            .float8(place.map { Reach.outer($0.radius) }),
        ]
    }
}
