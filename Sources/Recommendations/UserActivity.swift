import Catalogue

/// What the catalogue says of a user's record: the last search and the items opened last, where they are of the kinds wanted.
struct UserActivity {
    /// The names of the kinds of item to recommend.
    let kinds: [String]
    /// The last search, a bounded price of it in a currency; `nil` where the user has not searched for items of these kinds, or in
    /// another market than the query's.
    let search: UserSearch?
    /// The rows of the items opened last that the catalogue still has, the latest first, at most ``openedLimit``.
    let opened: [ItemRow]
    /// ``CatalogueItem/ID/hash`` of all items that the user has opened.
    private let openedHashes: Set<UInt64>

    /// How many of the items opened last are looked up.
    static let openedLimit = 20

    init(_ query: RecommendationQuery, _ snapshot: CatalogueSnapshot) {
        let history = query.history
        let kinds = query.kinds.isEmpty ? Self.defaultKinds(history, snapshot.kinds) : query.kinds
        self.kinds = kinds
        search = history.lastSearch.flatMap { search in
            let market = query.filter.market
            guard kinds.contains(search.kind), snapshot.kinds[search.kind] != nil,
                market == nil || search.filter.market == nil || market == search.filter.market
            else { return nil }
            var search = search
            search.filter.currency = snapshot.currency(of: ItemQuery(kinds: [search.kind], filter: search.filter))
            return search
        }
        opened = history.opened.lazy.filter { kinds.contains($0.kind) }.prefix(Self.openedLimit)
            .compactMap { snapshot.row(of: $0) }
        openedHashes = Set(history.opened.lazy.map(\.hash))
    }

    /// How many items the user has opened.
    var openedCount: Int { openedHashes.count }

    /// Whether the user has opened the item.
    func hasOpened(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        !openedHashes.isEmpty && openedHashes.contains(snapshot.idHash(of: row))
    }

    private static func defaultKinds(_ history: UserHistory, _ table: KindTable) -> [String] {
        let kinds = [history.lastSearch?.kind, history.opened.first?.kind, ItemID.Kind.listing.rawValue]
        return kinds.lazy.compactMap(\.self).first { table[$0] != nil }.map { [$0] } ?? table.kinds.map(\.name)
    }
}
