/// A question to the catalogue: which items of some kinds meet a filter, in an order.
public struct ItemQuery: Hashable, Sendable {
    /// The names of the kinds; empty for all.
    public var kinds: [String]
    /// The conditions.
    public var filter: ItemFilter
    /// The order.
    public var sort: ItemSort
    /// Only items behind this place in the order; `nil` for the first ones.
    public var after: SortPosition?

    /// A query for items of `kinds` that meet `filter`, in the order of `sort`.
    public init(
        kinds: [String] = [],
        filter: ItemFilter = ItemFilter(),
        sort: ItemSort = .newest,
        after: SortPosition? = nil
    ) {
        self.kinds = kinds
        self.filter = filter
        self.sort = sort
        self.after = after
    }
}

/// An item that a query has found.
public struct FoundItem: Hashable, Sendable {
    /// Its row in the snapshot that was asked.
    public let row: ItemRow
    /// Where it stands in the query's order: less comes first. See ``CatalogueSnapshot/position(of:)``.
    let key: SortKey
}

extension FoundItem {
    /// How far the item is from the place that the query sorts by, in metres; only for ``ItemSort/distance(from:)``.
    public var distance: Double { Double(bitPattern: UInt64(bitPattern: key.primary)) }
}

/// A place in the order of a query's results: the sort key and the id of an item, which may be gone meanwhile. It means the same to
/// every Hearth.
public struct SortPosition: Hashable, Sendable {
    /// The value that is sorted by, as a number of which less comes first.
    public let primary: Int64
    /// When the item was listed, in Unix seconds (UTC).
    public let listedAt: Int64
    /// The item.
    public let id: CatalogueItem.ID

    /// The place of an item of this id.
    public init(primary: Int64, listedAt: Int64, id: CatalogueItem.ID) {
        self.primary = primary
        self.listedAt = listedAt
        self.id = id
    }
}

/// What items are sorted by, before their ids decide.
struct SortKey: Hashable, Comparable {
    /// Less comes first.
    let primary: Int64
    /// Greater comes first.
    let listedAt: Int64

    static func < (one: SortKey, other: SortKey) -> Bool {
        one.primary == other.primary ? one.listedAt > other.listedAt : one.primary < other.primary
    }

    /// The key by which the latest listed item comes first; Unix seconds (UTC).
    static func newest(_ listedAt: Int64) -> SortKey { SortKey(primary: ~listedAt, listedAt: listedAt) }

    /// The number that sorts as a distance in metres does.
    static func number(ofDistance distance: Double) -> Int64 { Int64(bitPattern: distance.bitPattern) }

    /// The number that sorts as `value` does, or as its negative.
    static func number(of value: Double, _ order: SortOrder) -> Int64 {
        let bits = Int64(bitPattern: (value == 0 ? 0 : value).bitPattern)
        let ascending = bits < 0 ? bits ^ .max : bits
        return order == .ascending ? ascending : ~ascending
    }
}
