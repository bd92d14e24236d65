public struct ItemQuery: Hashable, Sendable {
    public var kinds: [String]
    public var filter: ItemFilter
    var listedAfter: Instant?
    public var sort: ItemSort
    public var after: SortPosition?

    public init(
        kinds: [String] = [],
        filter: ItemFilter = ItemFilter(market: nil),
        listedAfter: Instant? = nil,
        sort: ItemSort = .newest,
        after: SortPosition? = nil
    ) {
        self.kinds = kinds
        self.filter = filter
        self.listedAfter = listedAfter
        self.sort = sort
        self.after = after
    }
}

public struct FoundItem: Hashable, Sendable {
    public let row: ItemRow
    /// The sort key: less comes first. See ``CatalogueSnapshot/position(of:)``.
    let key: SortKey

    /// The distance from the place of ``ItemSort/distance(from:)``, in metres.
    public var distance: Double { SortKey.distance(of: key.primary) }
}

/// A position in the order of a query's results: the sort key and the id of an item, which may no longer exist. Valid
/// in any process.
public struct SortPosition: Hashable, Sendable {
    /// The sorted value, mapped to a number: less comes first.
    public let primary: Int64
    public let listedAt: Instant
    public let id: CatalogueItem.ID

    public init(primary: Int64, listedAt: Instant, id: CatalogueItem.ID) {
        self.primary = primary
        self.listedAt = listedAt
        self.id = id
    }
}

/// The sort key of an item. Ties are broken by id.
struct SortKey: Hashable, Comparable {
    /// Less comes first.
    let primary: Int64
    /// Greater comes first.
    let listedAt: Instant

    static func < (one: SortKey, other: SortKey) -> Bool {
        one.primary == other.primary ? one.listedAt > other.listedAt : one.primary < other.primary
    }

    static func newest(_ listedAt: Instant) -> SortKey { SortKey(primary: ~listedAt.seconds, listedAt: listedAt) }

    /// The number that sorts as a distance in metres does.
    static func number(ofDistance distance: Double) -> Int64 { Int64(bitPattern: distance.bitPattern) }

    static func distance(of number: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: number)) }

    /// The number that sorts as `value` does, or as its negative.
    static func number(of value: Double, _ order: SortOrder) -> Int64 {
        let bits = Int64(bitPattern: (value == 0 ? 0 : value).bitPattern)
        let ascending = bits < 0 ? bits ^ .max : bits
        return order == .ascending ? ascending : ~ascending
    }
}

/// The order of a query's results. Ties are broken by the latest ``CatalogueItem/listedAt``, then by the bytes of the
/// id.
public enum ItemSort: Hashable, Sendable {
    /// The latest listed first.
    case newest
    /// In the order of arrival in the catalogue, or in the filter's collection if it has one.
    case arrival
    /// By price, in the filter's currency or the most frequent one; only items with a price in it.
    case price(SortOrder)
    /// The nearest first; only items with a place.
    case distance(from: Coordinate)
    /// The items opened by the most users first; only opened items.
    case popularity
    /// By a number, an instant or an amount of money; only items that have it.
    case attribute(String, SortOrder)
}

public enum SortOrder: Hashable, Sendable {
    case ascending
    case descending
}
