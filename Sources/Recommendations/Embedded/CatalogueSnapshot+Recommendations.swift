import Catalogue

extension CatalogueSnapshot {
    /// The items to recommend to a user: content-based likeness to what the user searched for and opened.
    ///
    /// Candidates are the newest results of at most ``RecommendationRanking/maximumFinds`` finds: items like each of
    /// those opened last; those around the user; the last search; what only a wider search finds. They are ranked by
    /// their likeness in price, place, type, bedrooms, living area, brand and category to all of these (see
    /// ``UserProfile``), ties by which was listed last. Those that fit the last search come first, and at least a
    /// quarter of the places is kept for those that do not. Items that the user has opened are left out. Where the last
    /// search names a market, every item of its kind is of that market.
    ///
    /// A user without a search or an opened item gets the items nearest to the place, then the newest.
    /// - Parameters:
    ///   - now: Unix seconds (UTC).
    ///   - excluded: Items that are left out.
    /// - Returns: up to ``maximumRecommendations`` items that fit the last search, and as many that do not.
    public func ranking(
        for query: RecommendationQuery,
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> RankedItems {
        var ranking = RecommendationRanking(query, self, at: now, without: excluded)
        return ranking.best(Self.maximumRecommendations)
    }

    /// Of items that a service has ranked, those that can be shown: on offer, not opened by the user, of the query's
    /// kinds and filter, and of the market of the last search.
    /// - Parameters:
    ///   - ranked: The best first. Scores are by the places: services' own are on scales that differ within one result.
    ///   - now: Unix seconds (UTC).
    public func ranking(of ranked: [ItemRow], for query: RecommendationQuery, at now: Int64) -> RankedItems {
        let activity = UserActivity(query, self)
        var candidates = CandidateRows()
        let market = activity.search?.filter.market
        let wanted = ItemQuery(kinds: activity.kinds, filter: query.filter)
        for row in rows(ranked, matching: wanted, at: now) {
            if let market, kindCode(of: row) == activity.searchedKind, self.market(of: row) != market { continue }
            if !activity.excluded.contains(row, in: self) { candidates.add(row, .unknown) }
        }
        candidates.compare(with: activity.search, in: self, at: now)
        var fitting: [Rank] = []
        var similar: [Rank] = []
        for (place, row) in candidates.rows.enumerated() {
            let rank = Rank(row: row, score: 1 / Float(1 + place), listedAt: 0)
            if candidates.fits[place] == .differs { similar.append(rank) } else { fitting.append(rank) }
        }
        return RankedItems(activity, fitting: fitting, similar: similar)
    }

    /// The most items of one embedded ranking that fit the last search, and the most that do not.
    public static var maximumRecommendations: Int { 40 }
}
