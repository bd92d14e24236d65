import Catalogue

extension CatalogueSnapshot {
    /// The items most like one item: of the same kind and, where it has one, of the same market.
    ///
    /// Candidates come from at most ``maximumSimilarityFinds`` finds: items within 1.5 km, where it has a place; items
    /// of its category, at such a price and at any; items of its brand; the newest. They are ranked by
    /// ``SimilarityProfile``, ties by which was listed last.
    /// - Parameters:
    ///   - subject: The item, on offer or not.
    ///   - filter: Conditions on the similar items.
    ///   - now: Unix seconds (UTC).
    ///   - limit: How many at most; never more than ``maximumRecommendations``.
    ///   - excluded: Items that are left out.
    public func similar(
        to subject: ItemRow,
        matching filter: ItemFilter = ItemFilter(),
        at now: Int64,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        guard limit > 0 else { return [] }
        let count = min(limit, Self.maximumRecommendations)
        let profile = SimilarityProfile(of: subject, in: self)
        var excluded = excluded
        excluded.rows.insert(subject)
        var rows: [ItemRow] = []
        var seen = ItemRowSet()
        for query in similarityQueries(profile.features, market: market(of: subject)) {
            guard let narrowed = query.filter.narrowed(by: filter) else { continue }
            var query = query
            query.filter = narrowed
            for item in find(query, at: now, limit: Self.maximumRecommendations, without: excluded)
            where seen.insert(item.row) { rows.append(item.row) }
        }
        let rest = filter.areaAndCollection
        if rest != ItemFilter() { rows = self.rows(rows, matching: ItemQuery(filter: rest), at: now) }
        let likenesses = profile.likenesses(of: rows, in: self)
        var best = TopRanks(limit: count)
        for (row, likeness) in zip(rows, likenesses) {
            best.offer(Rank(row: row, score: likeness, listedAt: listedAt(row)), in: self)
        }
        return best.ranks.map { RecommendedItem(row: $0.row, score: Double($0.score), fit: nil) }
    }

    /// The most finds that ``similar(to:matching:at:limit:without:)`` takes.
    public static var maximumSimilarityFinds: Int { 5 }

    /// The queries for candidates.
    func similarityQueries(_ item: ItemFeatures, market: String?) -> [ItemQuery] {
        var queries: [ItemQuery] = []
        if let place = item.place {
            let area = Area(center: place, radius: ItemFilter.neighbourhoodRadius)
            queries.append(
                ItemQuery(
                    kinds: [item.kind],
                    filter: ItemFilter(market: market, place: area),
                    sort: .distance(from: place)
                )
            )
        }
        if let category = item.category {
            let filter = ItemFilter(market: market, category: category)
            if item.price != nil {
                queries.append(ItemQuery(kinds: [item.kind], filter: filter.atSuchPrice(as: item)))
            }
            queries.append(ItemQuery(kinds: [item.kind], filter: filter))
        }
        if let brand = item.brand {
            queries.append(ItemQuery(kinds: [item.kind], filter: ItemFilter(market: market, brand: brand)))
        }
        queries.append(ItemQuery(kinds: [item.kind], filter: ItemFilter(market: market)))
        return queries
    }
}
