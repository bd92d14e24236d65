public import Catalogue

extension CatalogueSnapshot {
    /// The items to recommend to a user: content-based likeness to what the user searched for and opened.
    ///
    /// Candidates come from a bounded number of finds: items like each of those opened last; those around the user; the last
    /// search; the same with its conditions widened. They are ranked by their likeness in price, place, type, bedrooms, living
    /// area, brand and category to all of these (see ``UserProfile``), ties by which was listed last. Those that fit the last
    /// search come first, and at least a quarter of the places is kept for those that do not. Items that the user has opened are
    /// left out. Where the last search names a market, every item of its kind is of that market.
    ///
    /// A user without a search or an opened item gets the items nearest to the place, then the newest.
    /// - Parameters:
    ///   - now: Unix seconds (UTC).
    ///   - limit: How many at most; never more than ``maximumRecommendations``.
    ///   - excluded: Items that are left out.
    public func recommend(
        _ query: RecommendationQuery,
        at now: Int64,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        guard limit > 0 else { return [] }
        var ranking = RecommendationRanking(query, self, at: now, without: excluded)
        return ranking.best(min(limit, Self.maximumRecommendations))
    }

    /// The most items in one result, whatever is asked for.
    public static var maximumRecommendations: Int { 40 }
}
