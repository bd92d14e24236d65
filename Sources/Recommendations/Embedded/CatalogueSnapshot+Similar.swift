import Catalogue

extension CatalogueSnapshot {
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
}
