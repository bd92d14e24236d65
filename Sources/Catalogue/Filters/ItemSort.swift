/// The order of a query's results. Ties are broken by the latest ``CatalogueItem/listedAt``, then by the identifier, byte by byte.
public enum ItemSort: Hashable, Sendable {
    /// The latest listed first.
    case newest
    /// In the order in which items came into the catalogue, or into the filter's collection where it names one.
    case arrival
    /// By price, in the filter's currency or that of most items; items in other currencies and without a price are left out.
    case price(SortOrder)
    /// The nearest first; items without a place are left out.
    case distance(from: Coordinate)
    /// Those first that the most users have opened; items that no user has opened are left out.
    case popularity
    /// By a number, an instant or an amount of money; items that do not state it are left out.
    case attribute(String, SortOrder)
}

/// Which end of an order comes first.
public enum SortOrder: Hashable, Sendable {
    /// The least first.
    case ascending
    /// The greatest first.
    case descending
}
