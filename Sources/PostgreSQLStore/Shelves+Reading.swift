import ListingShelves
import PostgreSQL
import PropertyStore

/// What was looked at in the order of the newest, and how much of that was found to fit.
struct Passed {
    var count = 0
    var found = 0
}

extension Shelves {
    /// What fits of the listings that are known of a market behind a position, all of one version of the catalogue.
    struct Stretch {
        var hits: [ListingHit] = []
        var passed = Passed()
        /// Whether the page is filled, or nothing else fits.
        var isAll = false
    }

    /// Walks along what is known of the market, and once along what is read to that. What nobody has asked for before in this version
    /// is not read: where the catalogue changes all the time, it would be for nothing.
    func newest(
        _ conditions: Conditions,
        in market: String,
        after position: NewestPosition,
        limit: Int,
        _ store: PostgreSQLStore
    ) async throws(StoreError) -> Stretch {
        let version = store.known.current.catalogue
        guard var stock = stocks(of: [.market(market)], version)[0] else {
            keep(Stock(), of: .market(market), version)
            return Stretch()
        }
        var hits: [ListingHit] = []
        let first = stock.index(after: position)
        var next = first
        func pass() {
            stock.pass(from: &next, limit: limit - hits.count, conditions) { hits.append($0.hit(in: market)) }
        }
        pass()
        if hits.count < limit, let more = try await readOn(stock, of: market, version, store) {
            stock = more
            next = max(next, stock.index(after: position))
            pass()
        }
        return Stretch(
            hits: hits,
            passed: Passed(count: next - first, found: hits.count),
            isAll: hits.count == limit || stock.isWhole
        )
    }

    /// Reads more of the market's shelf, and keeps it.
    /// - Returns: what is known of it now; `nil` where nothing is read or what was read is of another version.
    private func readOn(
        _ stock: Stock,
        of market: String,
        _ version: UInt64,
        _ store: PostgreSQLStore
    ) async throws(StoreError) -> Stock? {
        let count = nextRead(behind: stock)
        guard count > 0 else { return nil }
        let end = stock.end
        let statement = SQL.listedInMarket(.text(market), .int8(end.listedAt), .text(end.id), .int8(Int64(count)))
        let rows = try await store.read(.catalogue, statement)[0]
        // Without a row nothing tells the version.
        let stored = try rows.first { (row) throws(StoreError) in UInt64(bitPattern: try row.int64(12)) }
        guard let stored, store.known.version(ofCatalogue: stored) == version else { return nil }
        var more = stock
        let read = try rows.map { (row) throws(StoreError) in ShelvedListing(try ListingHit(row)) }
        more.append(read, of: count)
        keep(more, of: .market(market), version)
        return more
    }
}
