import PropertyStore

/// Where listings of a market stand in the order of their dates, the newest first.
enum Shelf: Hashable, Sendable {
    /// All of the market.
    case market(String)
    /// Those in a cell of the grid.
    case cell(Int64, market: String)

    /// The market.
    var market: String {
        switch self {
        case .market(let market), .cell(_, let market): market
        }
    }

    /// By what tells most shelves apart: the whole is compared anyway.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .market(let market): hasher.combine(market)
        case .cell(let cell, _): hasher.combine(cell)
        }
    }
}

/// What is known of a shelf: the listings at its beginning, whether they have expired or not.
struct Stock {
    var listings: [ShelvedListing] = []
    /// Whether the shelf has no others.
    var isWhole = false

    /// The number of the first listing behind the position, and of all that are known where there is none.
    func index(after position: NewestPosition) -> Int {
        var range = listings.startIndex..<listings.endIndex
        while let first = range.first {
            let middle = first + range.count / 2
            if listings[middle].isListed(after: position) {
                range = first..<middle
            } else {
                range = middle + 1..<range.upperBound
            }
        }
        return range.lowerBound
    }
}

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
            listings.append(try ShelvedListing(row))
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
