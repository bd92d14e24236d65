import Catalogue

extension CatalogueSnapshot {
    /// The items of one kind most like one of them: those that users opened together with it, and those with similar
    /// values.
    /// - Parameters:
    ///   - filter: Conditions on the items.
    ///   - learned: The index of this snapshot; `nil` if nothing was learned yet.
    ///   - now: Unix seconds (UTC).
    ///   - limit: The most items, up to ``maximumRecommendations``.
    public func similar(
        to subject: ItemRow,
        matching filter: ItemFilter = ItemFilter(),
        _ learned: LearnedIndex? = nil,
        _ weights: RecommendationWeights = RecommendationWeights(),
        at now: Int64,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        let kind = kindCode(of: subject)
        guard let filter = ItemFilter(market: market(of: subject)).narrowed(by: filter) else { return [] }
        var scoring = ItemScoring()
        UserProfile(opened: [subject], kind: kind, in: self).add(to: &scoring, weight: weights.profile)
        var excluded = excluded
        excluded.rows.insert(subject)
        let neighbours = learned.flatMap { $0.contentID == contentID ? $0 : nil }?
            .neighbours(of: [(idHash(of: subject), weights.neighbours)])
        let boosts = neighbours?.map { (row: $0.row, score: $0.likeness) } ?? []
        var scan = RankingScan(self, of: kind, by: scoring, boosting: boosts, at: now, without: excluded)
        let query = ItemQuery(kinds: [self.kind(of: subject).name], filter: filter)
        return scan.best(min(limit, Self.maximumRecommendations), matching: query)
            .map { RecommendedItem(row: $0.row, fit: nil, reason: nil) }
    }
}
