import ListingShelves
import PostgreSQL
import Catalogue

extension PostgreSQLStore {
    /// What fits of the listings of a market that are known, all of one version of the catalogue.
    struct Shelved {
        var hits: [ListingHit] = []
        var passed = Passed()
        /// Whether the page is filled, or nothing else fits.
        var isAll = false
    }

    /// Walks along what is known of the market behind the position, and where that does not fill the page, once along what is read to
    /// that.
    func shelved(
        _ conditions: Conditions,
        in market: String,
        after position: NewestPosition,
        limit: Int,
        along shelves: Shelves
    ) async throws(StoreError) -> Shelved {
        let version = known.current.catalogue
        guard var stock = shelves.stockForLater(of: .market(market), version) else { return Shelved() }
        var hits: [ListingHit] = []
        var next = stock.index(after: position)
        func pass() {
            stock.pass(from: &next, limit: limit - hits.count, conditions) { hits.append($0.hit(in: market)) }
        }
        pass()
        if hits.count < limit, let more = try await readOn(stock, of: market, version, shelves) {
            stock = more
            next = max(next, stock.index(after: position))
            pass()
        }
        return Shelved(
            hits: hits,
            passed: Passed(count: next - stock.index(after: position), found: hits.count),
            isAll: hits.count == limit || stock.isWhole
        )
    }

    /// Reads more of the market's shelf, and keeps it.
    /// - Returns: what is known of it now; `nil` where nothing is read, or what was read is of another version.
    private func readOn(
        _ stock: Stock,
        of market: String,
        _ version: UInt64,
        _ shelves: Shelves
    ) async throws(StoreError) -> Stock? {
        let count = shelves.nextRead(behind: stock)
        let shelf = Shelf.market(market)
        guard count > 0, shelves.beginReading(shelf, version) else { return nil }
        defer { shelves.endReading(shelf, version) }
        let end = stock.end
        let rows = try await read(
            .catalogue,
            SQL.listedInMarket(.text(market), .int8(end.listedAt), .text(end.id), .int8(Int64(count)))
        )[0]
        guard rows.count > 0, let stored = rows[0].int(12),
            known.version(ofCatalogue: UInt64(bitPattern: stored)) == version
        else { return nil }
        var read: [ShelvedListing] = []
        // Where there is no other listing, the version stands alone.
        if !rows[0].isNull(0) {
            read = try rows.map { (row) throws(StoreError) in ShelvedListing(try ListingHit(row)) }
        }
        var more = stock
        more.append(read, of: count)
        shelves.keep(more, of: shelf, version)
        return more
    }
}
