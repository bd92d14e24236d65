import Catalogue

/// The last search and the last opened items of a user's record, as far as they are of the requested kinds.
struct UserActivity {
    /// The names of the kinds of item to recommend.
    let kinds: [String]
    /// The last search, with a currency if it has a price range; `nil` if it is for other kinds, or another market than
    /// the query's.
    let search: UserSearch?
    /// The code of the searched kind.
    let searchedKind: Int?
    /// The conditions of ``search``.
    let conditions: SearchConditions?
    /// The rows of the items opened last that the catalogue still has, the latest first, at most ``openedLimit``.
    let opened: [ItemRow]
    /// The number of items that the user has opened.
    let openedCount: Int
    /// ``CatalogueItem/ID/hash`` of all items that the user has opened; empty where ``opened`` has all that matter.
    private let openedHashes: Set<UInt64>

    /// The most opened items that are looked up.
    static let openedLimit = 20

    init(_ query: RecommendationQuery, _ snapshot: CatalogueSnapshot) {
        let record = query.record
        let kinds = query.kinds.isEmpty ? Self.defaultKinds(record, snapshot.kinds) : query.kinds
        self.kinds = kinds
        search = record.lastSearch.flatMap { search in
            let market = query.filter.market
            guard kinds.contains(search.kind), snapshot.kinds[search.kind] != nil,
                market == nil || search.filter.market == nil || market == search.filter.market
            else { return nil }
            var search = search
            if search.filter.price.isBounded {
                search.filter.currency = snapshot.currency(of: ItemQuery(kinds: [search.kind], filter: search.filter))
            }
            return search
        }
        searchedKind = search.flatMap { snapshot.kinds.code(of: $0.kind) }
        conditions = search.map { SearchConditions($0) }
        let lookedUp = record.opened.lazy.filter { kinds.contains($0.kind) }.prefix(Self.openedLimit)
        opened = lookedUp.compactMap { snapshot.row(of: $0) }
        openedCount = record.opened.count
        // An item that is not in the catalogue is no candidate.
        openedHashes =
            record.opened.count <= Self.openedLimit ? [] : Set(record.opened.lazy.map(\.hash))
    }

    /// Whether the user has opened the item.
    func hasOpened(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        openedHashes.isEmpty ? opened.contains(row) : openedHashes.contains(snapshot.idHash(of: row))
    }

    private static func defaultKinds(_ record: UserRecord, _ table: KindTable) -> [String] {
        let kinds = [record.lastSearch?.kind, record.opened.first?.kind, "listing"]
        return kinds.lazy.compactMap(\.self).first { table[$0] != nil }.map { [$0] } ?? table.kinds.map(\.name)
    }
}
