import ListingShelves
import Catalogue

extension Connection {
    /// The listings of the shelf behind the position, the newest first, up to `limit`.
    func listings(
        on shelf: Shelf,
        after position: NewestPosition,
        limit: Int
    ) throws(StoreError) -> [ShelvedListing] {
        let statement =
            switch shelf {
            case .market(let market): try prepare(.listedInMarket, market)
            case .cell(let cell, let market): try prepare(.listedInCell, market, cell)
            }
        try statement.bind(from: 3, position.listedAt, position.id, limit)
        var listings: [ShelvedListing] = []
        listings.reserveCapacity(limit)
        try statement.forEach { (row) throws(StoreError) in
            listings.append(ShelvedListing(try ListingHit(row)))
            return true
        }
        return listings
    }

    /// The markets that have a listing in the cell.
    func markets(in cell: Int64) throws(StoreError) -> [String] {
        var markets: [String] = []
        while let market = try prepare(.nextMarketInCell, cell, markets.last ?? "").first({ $0.text(0) }) {
            markets.append(market)
        }
        return markets
    }
}
