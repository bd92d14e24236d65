import Catalogue

extension CatalogueSnapshot {
    /// The items to recommend to a user.
    ///
    /// Candidates (``CandidateSizes``) are scored by ``RecommendationWeights``. Items that fit the last search come
    /// first, and at least a quarter of the places is kept for those that do not. Items that the user has opened are
    /// left out. Where the last search names a market, every item of its kind is of that market.
    /// - Returns: up to ``maximumRecommendations`` items that fit the last search, and as many that do not.
    public func ranking(
        for query: RecommendationQuery,
        _ learned: LearnedIndex? = nil,
        _ weights: RecommendationWeights = RecommendationWeights(),
        at now: Instant,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> RankedItems {
        RecommendationRanking(query, self, learned, weights, at: now, without: excluded)
            .best(Self.maximumRecommendations)
    }

    /// Of items that a service has ranked, those that can be shown: available, not opened by the user, of the query's
    /// kinds and filter, and of the market of the last search.
    public func ranking(of ranked: [ItemRow], for query: RecommendationQuery, at now: Instant) -> RankedItems {
        let activity = UserActivity(query, self)
        let market = activity.search?.filter.market
        let wanted = activity.search.flatMap { CompiledQuery($0.newest(), self, at: now) }
        let matcher = wanted.map { RowMatcher($0, self) }
        var (fitting, similar) = ([] as [(ItemRow, Reason?)], [] as [(ItemRow, Reason?)])
        var seen = ItemRowSet()
        for row in rows(ranked, matching: ItemQuery(kinds: activity.kinds, filter: query.filter), at: now) {
            let isSearched = kindCode(of: row) == activity.searchedKind
            if let market, isSearched, self.market(of: row) != market { continue }
            guard !activity.excluded.contains(row, in: self), seen.insert(row) else { continue }
            if isSearched, matcher?.matches(row) != true {
                similar.append((row, nil))
            } else {
                fitting.append((row, nil))
            }
        }
        return RankedItems(activity, perGroup: query.perGroup, fitting: fitting[...], similar: similar[...], in: self)
    }

    /// The items of one kind most like one of them: those that users opened together with it, and those with similar
    /// values.
    /// - Parameter limit: The most items, up to ``maximumRecommendations``.
    public func similar(
        to subject: ItemRow,
        matching filter: ItemFilter = ItemFilter(),
        _ learned: LearnedIndex? = nil,
        _ weights: RecommendationWeights = RecommendationWeights(),
        at now: Instant,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        let kind = kindCode(of: subject)
        guard let filter = ItemFilter(market: market(of: subject)).narrowed(by: filter) else { return [] }
        let scoring = UserProfile(opened: [subject], kind: kind, in: self).scoring(weight: weights.profile)
        var excluded = excluded
        excluded.rows.insert(subject)
        let learned = LearnedIndex.of(self, learned)
        let query = ItemQuery(kinds: [self.kind(of: subject).name], filter: filter)
        guard let query = CompiledQuery(query, self, at: now) else { return [] }
        let retrieval = Retrieval(learned.priors(weights), of: kind, matching: query, in: self, without: excluded)
        let neighbours = learned.neighbours(of: [(idHash(of: subject), weights.neighbours)])
        var best = BestRows(limit: min(limit, Self.maximumRecommendations))
        retrieval.offerAll(by: scoring, neighbours, at: now) { best.offer($0, in: self) }
        return best.sorted(in: self).map { RecommendedItem(row: $0.row, fits: false, reason: nil) }
    }

    /// The most items of one embedded ranking that fit the last search, and the most that do not.
    static var maximumRecommendations: Int { 40 }
}
