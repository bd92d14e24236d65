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

    /// Of items that were ranked before, those that can be shown: on offer, not opened by the user, of the query's kinds and
    /// filter, and of the market of the last search. Those that fit the last search come first, and a quarter of the places is kept
    /// for others, as in ``recommend(_:at:limit:without:)``.
    /// - Parameters:
    ///   - ranked: The best first. Scores are by the places: services' own are on scales that differ within one result.
    ///   - now: Unix seconds (UTC).
    ///   - limit: How many at most.
    ///   - excluded: Items that are left out.
    public func recommend(
        ranked: [ItemRow],
        for query: RecommendationQuery,
        at now: Int64,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        guard limit > 0 else { return [] }
        let activity = UserActivity(query, self)
        var candidates = CandidateRows(without: activity.opened)
        for row in eligible(ranked, query, activity, at: now, without: excluded) { candidates.add(row, .unknown) }
        candidates.compare(with: activity.search, in: self, at: now)
        var fitting: [Rank] = []
        var similar: [Rank] = []
        for (place, row) in candidates.rows.enumerated() {
            let rank = Rank(row: row, score: 1 / Float(1 + place), listedAt: 0)
            if candidates.fits[place] == .differs { similar.append(rank) } else { fitting.append(rank) }
        }
        return activity.mix(fitting, similar, limit, in: self)
    }

    /// How many of the items that a service has ranked can be shown, each counted once.
    package func eligibleCount(
        of ranked: [CatalogueItem.ID],
        for query: RecommendationQuery,
        at now: Int64
    ) -> Int {
        let activity = UserActivity(query, self)
        var seen = ItemRowSet()
        let rows = ranked.compactMap { row(of: $0) }
        return eligible(rows, query, activity, at: now, without: ExcludedItems()).count { seen.insert($0) }
    }

    private func eligible(
        _ ranked: [ItemRow],
        _ query: RecommendationQuery,
        _ activity: UserActivity,
        at now: Int64,
        without excluded: ExcludedItems
    ) -> [ItemRow] {
        let rows = rows(
            ranked,
            matching: ItemQuery(kinds: activity.kinds, filter: query.filter),
            at: now,
            without: excluded
        )
        let market = activity.search?.filter.market
        return rows.filter { row in
            if let market, kind(of: row).name == activity.search?.kind, self.market(of: row) != market { return false }
            return !activity.hasOpened(row, in: self)
        }
    }

    /// The most items in one result, whatever is asked for.
    public static var maximumRecommendations: Int { 40 }
}
