import Catalogue

/// The last search and the last opened items of a user's record, as far as they are of the requested kinds.
struct UserActivity {
    let kinds: [String]
    /// The last search, with a currency if it has a price range; `nil` if it is for other kinds, or another market than
    /// the query's.
    let search: UserSearch?
    let searchedKind: Int?
    /// The items opened last that the catalogue still has, the latest first, at most ``OpeningWeights/ranked``: their
    /// rows, and their indices in the record.
    let opened: [(row: ItemRow, index: Int)]
    /// The items dismissed last that the catalogue still has, the latest first, at most ``OpeningWeights/ranked``.
    let dismissed: [ItemRow]
    /// All items that the user has opened or dismissed, and those that the caller excludes.
    let excluded: ExcludedItems

    init(
        _ query: RecommendationQuery,
        _ snapshot: CatalogueSnapshot,
        without excluded: ExcludedItems = ExcludedItems()
    ) {
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
        var all = excluded
        func latest(_ ids: [CatalogueItem.ID]) -> [(row: ItemRow, index: Int)] {
            var rows: [(row: ItemRow, index: Int)] = []
            for (index, id) in ids.enumerated() {
                guard let row = snapshot.row(of: id) else { continue }
                all.rows.insert(row)
                guard index < OpeningWeights.examined, rows.count < OpeningWeights.ranked, kinds.contains(id.kind)
                else { continue }
                rows.append((row, index))
            }
            return rows
        }
        opened = latest(record.opened)
        dismissed = latest(record.dismissed).map(\.row)
        self.excluded = all
    }

    private static func defaultKinds(_ record: UserRecord, _ table: KindTable) -> [String] {
        let kinds = [record.lastSearch?.kind, record.opened.first?.kind, "listing"]
        return kinds.lazy.compactMap(\.self).first { table[$0] != nil }.map { [$0] } ?? table.kinds.map(\.name)
    }
}
