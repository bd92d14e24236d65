/// Where listings of a market stand in the order of their dates, the newest first.
package enum Shelf: Hashable, Sendable {
    /// All of the market.
    case market(String)
    /// Those in a cell of a grid over the Earth.
    case cell(Int64, market: String)

    /// The market.
    var market: String {
        switch self {
        case .market(let market), .cell(_, let market): market
        }
    }

    /// By what tells most shelves apart: the whole is compared anyway.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .market(let market): hasher.combine(market)
        case .cell(let cell, _): hasher.combine(cell)
        }
    }
}
