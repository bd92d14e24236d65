import Catalogue

/// The work on one recommendation query: finds candidates, scores them and keeps the best.
struct RecommendationRanking {
    /// How many of the items opened last are starting points.
    static let openedStartingPoints = 3
    /// How far from the user an item may be to be a candidate for that alone, in metres.
    static let placeRadius = 10_000.0
    /// The most finds for one query: up to 3 for each starting point; the surroundings, for the kind that was searched for and the
    /// others; the last search, two widened ones and the margins.
    static let maximumFinds = 3 * openedStartingPoints + 2 + 1 + 2 + ItemFilter.maximumMargins
    /// For how many opened items, at most, a find looks for others in their place.
    private static let maximumOpenedAllowance = 100

    private let query: RecommendationQuery
    private let snapshot: CatalogueSnapshot
    private let now: Int64
    private let excluded: ExcludedItems
    private let activity: UserActivity
    private var candidates: CandidateRows
    /// How many finds there were.
    private(set) var findCount = 0

    init(_ query: RecommendationQuery, _ snapshot: CatalogueSnapshot, at now: Int64, without excluded: ExcludedItems) {
        self.query = query
        self.snapshot = snapshot
        self.now = now
        self.excluded = excluded
        activity = UserActivity(query, snapshot)
        candidates = CandidateRows(snapshot, activity, at: now)
    }

    /// The best items, at most `count`.
    mutating func best(_ count: Int) -> [RecommendedItem] {
        if activity.search == nil, activity.opened.isEmpty { return introduction(count) }
        findCandidates(count)
        let profile = UserProfile(
            search: activity.search.map { SearchConditions($0) },
            opened: activity.opened.prefix(UserProfile.openedCount).map { ItemFeatures(of: $0, in: snapshot) },
            place: query.place
        )
        var ranked: [Rank] = []
        ranked.reserveCapacity(candidates.all.count)
        for candidate in candidates.all {
            let score = profile.score(of: ItemFeatures(of: candidate.row, in: snapshot))
            ranked.append(Rank(candidate.row, score: score, fits: candidate.fits, in: snapshot))
        }
        ranked.sort { $0.precedes($1, in: snapshot) }
        return Mix.select(count, of: ranked, fits: \.fits).map { recommended($0.row, score: $0.score) }
    }

    private func recommended(_ row: ItemRow, score: Double) -> RecommendedItem {
        let search = activity.search.flatMap { $0.kind == snapshot.kind(of: row).name ? $0 : nil }
        return RecommendedItem(row: row, score: score, fit: search.map { SearchFit(of: row, in: snapshot, to: $0) })
    }

    // MARK: Candidates

    /// How many rows a find may give: those of a full result, and as many as the user has opened.
    private var findLimit: Int {
        CatalogueSnapshot.maximumRecommendations
            + min(max(activity.openedCount, UserActivity.openedLimit), Self.maximumOpenedAllowance)
    }

    private mutating func findCandidates(_ count: Int) {
        let search = activity.search
        for row in activity.opened.prefix(Self.openedStartingPoints) {
            let item = ItemFeatures(of: row, in: snapshot)
            let market = item.kind == search?.kind ? search?.filter.market : nil
            for filter in ItemFilter.like(item, market: market) { find(filter, [item.kind]) }
        }
        if let place = query.place {
            let area = Area(center: place, radius: Self.placeRadius)
            if let search { find(ItemFilter(market: search.filter.market, place: area), [search.kind]) }
            let others = activity.kinds.filter { $0 != search?.kind }
            if search == nil || !others.isEmpty { find(ItemFilter(place: area), others) }
        }
        if let search { findSearched(search, count) }
    }

    private mutating func findSearched(_ search: UserSearch, _ count: Int) {
        let filter = search.filter
        find(filter, [search.kind])
        if filter.brand != nil || filter.category != nil, filter.withWiderRanges != filter {
            find(filter.withWiderRanges, [search.kind])
        }
        let widened = filter.widened
        guard widened != filter else { return }
        let found = find(widened, [search.kind])

        // Where the widened search has more to give, items that fit may have crowded out those that do not.
        guard found == findLimit, let kind = snapshot.kinds[search.kind] else { return }
        for margin in filter.margins(of: kind) where candidates.misfitCount < count { find(margin, [search.kind]) }
    }

    /// Adds the newest items that meet the filter and the query's own.
    /// - Returns: how many were found.
    @discardableResult
    private mutating func find(_ filter: ItemFilter, _ kinds: [String]) -> Int {
        let found = found(filter, kinds, .newest, limit: findLimit)
        candidates.add(matching(found.map(\.row)))
        return found.count
    }

    private mutating func found(
        _ filter: ItemFilter,
        _ kinds: [String],
        _ sort: ItemSort,
        limit: Int
    ) -> [FoundItem] {
        guard let filter = filter.narrowed(by: query.filter) else { return [] }
        findCount += 1
        return snapshot.find(
            ItemQuery(kinds: kinds, filter: filter, sort: sort),
            at: now,
            limit: limit,
            without: excluded
        )
    }

    /// Those that meet the conditions of the query's own filter that a narrowed one may lack.
    private func matching(_ rows: [ItemRow]) -> [ItemRow] {
        let filter = query.filter.areaAndCollection
        return filter == ItemFilter() ? rows : snapshot.rows(rows, matching: ItemQuery(filter: filter), at: now)
    }

    // MARK: Introduction

    /// The items for a user without a search or an opened item of the kinds: the nearest, scored by their nearness, then the newest
    /// with a score of 0.
    private mutating func introduction(_ count: Int) -> [RecommendedItem] {
        var shown: [RecommendedItem] = []
        let limit = count + min(activity.openedCount, Self.maximumOpenedAllowance)
        if let place = query.place {
            let area = Area(center: place, radius: Self.placeRadius)
            let found = found(ItemFilter(place: area), activity.kinds, .distance(from: place), limit: limit)
            candidates.add(matching(found.map(\.row)))
            shown = candidates.all.prefix(count).map { candidate in
                let distance = snapshot.place(of: candidate.row).map(place.distance) ?? .infinity
                let score = Likeness.at(distance, halfway: Preference.placeHalfway)
                return RecommendedItem(row: candidate.row, score: score, fit: nil)
            }
        }
        if shown.count < count {
            let nearest = candidates.all.count
            let found = found(ItemFilter(), activity.kinds, .newest, limit: limit)
            candidates.add(matching(found.map(\.row)))
            shown += candidates.all[nearest...].prefix(count - shown.count).map {
                RecommendedItem(row: $0.row, score: 0, fit: nil)
            }
        }
        return shown
    }
}
