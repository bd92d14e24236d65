import Catalogue
import JSON

/// The items that a source searches: `"of": ["listing"], "filter": {"price": {"max": 9000}}, "sort": "-rating"`.
struct ItemQueryOptions: Sendable {
    let kinds: [String]
    let filter: ItemFilter
    /// The filter, for queries of pages that clients do not filter.
    private let prepared = PreparedFilter()
    /// `nil` for the source's own.
    let sort: ItemSortOption?
    /// Whether the client can choose the order.
    let isSortable: Bool

    /// - Parameters:
    ///   - kinds: If the config names none; empty for all.
    ///   - readsSort: `false` if only the client can choose the order.
    init(
        reading object: inout CheckedObject,
        _ table: KindTable,
        of kinds: [String] = [],
        isSortable: Bool = true,
        readsSort: Bool = true
    ) {
        let names = table.kinds.map(\.name)
        // Without valid names, the filter may be on any attribute.
        self.kinds =
            object.optional("of").map { value in
                value.oneOrMore("kinds", 1...max(1, names.count)) { $0.choice("kind of item", among: names) } ?? []
            } ?? kinds
        self.isSortable = isSortable
        let chosen = table.kinds(named: self.kinds)
        filter = object.section("filter") { ItemFilter(reading: &$0, attributesOf: chosen) }
        let sort = isSortable && readsSort ? object.optional("sort") : nil
        self.sort = sort?.choice("sort", among: ItemSortOption.byName(attributesOf: chosen))
    }

    /// Whether the catalogue has no index in the source's order, so that a query reads every item.
    var isScan: Bool {
        switch sort {
        case .fixed(.price), .fixed(.attribute): true
        case .fixed(.newest), .fixed(.arrival), .fixed(.popularity), .fixed(.distance), .distance, nil: false
        }
    }

    /// `nil` if the source's filter and the client's exclude each other.
    func filter(_ page: CandidateRequest) -> ItemFilter? {
        guard let chosen = page.filter else { return filter }
        return filter.narrowed(by: chosen)
    }

    /// `nil` if the order needs the phone's place, which is unknown.
    func order(_ context: FeedContext, _ page: CandidateRequest, default sort: ItemSort) -> ItemSort? {
        page.sort ?? self.sort?.sort(from: context.place) ?? (self.sort == nil ? sort : nil)
    }

    /// - Parameter area: The area for a filter without one; `nil` for everywhere.
    /// - Returns: `nil` if the filters exclude each other.
    func items(
        _ context: FeedContext,
        _ page: CandidateRequest,
        in area: Area? = nil,
        by sort: ItemSort,
        without excluded: ExcludedItems
    ) -> [FoundItem]? {
        guard var filter = self.filter(page) else { return nil }
        filter.place = filter.place ?? area
        let query = ItemQuery(kinds: kinds, filter: filter, sort: sort, after: page.after)
        let prepared = page.filter == nil ? prepared : nil
        return context.snapshot.find(query, prepared, at: context.now, limit: page.limit, without: excluded)
    }
}

/// The order of a source's items, as a config or a client names it.
enum ItemSortOption: Hashable, Sendable {
    /// The nearest to the phone first.
    case distance
    case fixed(ItemSort)

    /// `nil` if the order needs the phone's place, which is unknown.
    func sort(from place: Coordinate?) -> ItemSort? {
        switch self {
        case .distance: place.map { .distance(from: $0) }
        case .fixed(let sort): sort
        }
    }

    /// Those that all items have, and each numeric attribute of the kinds; `-` is for descending.
    static func byName(attributesOf kinds: [Kind]) -> [String: ItemSortOption] {
        var sorts: [String: ItemSortOption] = [
            "newest": .fixed(.newest), "arrival": .fixed(.arrival), "price": .fixed(.price(.ascending)),
            "-price": .fixed(.price(.descending)), "distance": .distance, "popularity": .fixed(.popularity),
        ]
        for attribute in kinds.flatMap(\.attributes) where sorts[attribute.name] == nil {
            switch attribute.type {
            case .number, .money, .instant:
                sorts[attribute.name] = .fixed(.attribute(attribute.name, .ascending))
                sorts["-" + attribute.name] = .fixed(.attribute(attribute.name, .descending))
            case .text, .flag: continue
            }
        }
        return sorts
    }
}

extension KindTable {
    /// All kinds for no names.
    func kinds(named names: [String]) -> [Kind] { kinds.filter { names.isEmpty || names.contains($0.name) } }
}
