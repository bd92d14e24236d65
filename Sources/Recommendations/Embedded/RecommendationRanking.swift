import Catalogue

/// Answers one recommendation query: finds candidates, scores them and keeps the best.
struct RecommendationRanking {
    /// The number of last opened items for which similar ones are searched.
    static let openedStartingPoints = 3
    /// The least distance between two of those items, in metres; nearer ones are skipped.
    static let minDistance = ItemFilter.neighbourhoodRadius / 2
    /// The number of candidates of each find for one of those items.
    static let likeCount = 24
    /// The radius around the user in which all items are candidates, in metres.
    static let placeRadius = 10_000.0
    /// The most finds for one query: up to 3 for each starting point; the surroundings, for the kind that was searched
    /// for and the others; the last search, and two wider ones.
    static let maximumFinds = 3 * openedStartingPoints + 2 + 3

    private let query: RecommendationQuery
    private let snapshot: CatalogueSnapshot
    private let now: Int64
    private let activity: UserActivity
    private var candidates: CandidateRows
    /// The number of finds so far.
    private(set) var findCount = 0

    init(_ query: RecommendationQuery, _ snapshot: CatalogueSnapshot, at now: Int64, without excluded: ExcludedItems) {
        self.query = query
        self.snapshot = snapshot
        self.now = now
        activity = UserActivity(query, snapshot, without: excluded)
        candidates = CandidateRows()
    }

    /// The best items: at most `count` that fit the last search, and as many that do not.
    mutating func best(_ count: Int) -> RankedItems {
        if activity.search == nil, activity.opened.isEmpty { return bestForNewUser(count) }
        findCandidates()
        candidates.compare(with: activity.search, in: snapshot, at: now)
        let profile = UserProfile(
            search: activity.conditions,
            opened: activity.opened,
            place: query.place,
            in: snapshot
        )
        var fitting = TopRanks(limit: count)
        var similar = TopRanks(limit: count)
        for (kind, indices) in candidateKinds() {
            let items = ComparedColumns(preferred: indices.map { candidates.rows[$0] }, in: snapshot)
            let scores = profile.scores(of: items, kind: kind)
            for (position, index) in indices.enumerated() {
                let row = candidates.rows[index]
                let rank = Rank(row: row, score: scores[position], listedAt: items.listedAt[position])
                if candidates.fits[index] == .differs {
                    similar.offer(rank, in: snapshot)
                } else {
                    fitting.offer(rank, in: snapshot)
                }
            }
        }
        return RankedItems(activity, fitting: fitting.ranks, similar: similar.ranks)
    }

    /// The indices of the candidates of each kind.
    private func candidateKinds() -> [(kind: Int, indices: [Int])] {
        let indices = Array(candidates.rows.indices)
        if activity.kinds.count == 1,
            let kind = snapshot.kinds.code(of: activity.kinds[0])
        {
            return [(kind, indices)]
        }
        return Dictionary(grouping: indices) { snapshot.kindCode(of: candidates.rows[$0]) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    // MARK: Candidates

    private mutating func findCandidates() {
        let search = activity.search
        var centers: [Coordinate] = []
        for row in activity.opened.prefix(Self.openedStartingPoints) {
            let item = ItemFeatures(of: row, in: snapshot)
            if let place = item.place {
                if centers.contains(where: { $0.distance(to: place) < Self.minDistance }) { continue }
                centers.append(place)
            }
            let market = item.kind == search?.kind ? search?.filter.market : nil
            for filter in ItemFilter.like(item, market: market) { find(filter, [item.kind], limit: Self.likeCount) }
        }
        if let place = query.place {
            let area = Area(center: place, radius: Self.placeRadius)
            if let search { find(ItemFilter(market: search.filter.market, place: area), [search.kind]) }
            let others = activity.kinds.filter { $0 != search?.kind }
            if search == nil || !others.isEmpty { find(ItemFilter(place: area), others) }
        }
        if let search { findSearched(search) }
    }

    private mutating func findSearched(_ search: UserSearch) {
        let filter = search.filter
        find(filter, [search.kind], as: .fits)
        if filter.brand != nil || filter.category != nil, filter.withWiderRanges != filter {
            find(filter.withWiderRanges, [search.kind], as: .differs, excluding: filter)
        }
        if filter.widened != filter { find(filter.widened, [search.kind], as: .differs, excluding: filter) }
    }

    /// Adds the newest items that meet the filter and the query's own, but not all conditions of `excluding`.
    /// - Parameter fit: whether they fit the last search.
    private mutating func find(
        _ filter: ItemFilter,
        _ kinds: [String],
        limit: Int = CatalogueSnapshot.maximumRecommendations,
        as fit: CandidateRows.Fit = .unknown,
        excluding: ItemFilter? = nil
    ) {
        let found = found(filter, kinds, .newest, limit, excluding: excluding)
        for row in matching(found.map(\.row)) { candidates.add(row, fit) }
    }

    private mutating func found(
        _ filter: ItemFilter,
        _ kinds: [String],
        _ sort: ItemSort,
        _ limit: Int,
        excluding: ItemFilter? = nil
    ) -> [FoundItem] {
        guard let filter = filter.narrowed(by: query.filter) else { return [] }
        findCount += 1
        return snapshot.find(
            ItemQuery(kinds: kinds, filter: filter, excluding: excluding, sort: sort),
            at: now,
            limit: limit,
            without: activity.excluded
        )
    }

    /// Those that meet the conditions of the query's own filter that a narrowed one may lack.
    private func matching(_ rows: [ItemRow]) -> [ItemRow] {
        let filter = query.filter.areaAndCollection
        return filter == ItemFilter() ? rows : snapshot.rows(rows, matching: ItemQuery(filter: filter), at: now)
    }

    // MARK: New users

    /// The items for a user without a search or an opened item of the kinds: the nearest, scored by their nearness,
    /// then the newest with a score of 0.
    private mutating func bestForNewUser(_ count: Int) -> RankedItems {
        var shown: [Rank] = []
        if let place = query.place {
            let area = Area(center: place, radius: Self.placeRadius)
            let nearest = found(ItemFilter(place: area), activity.kinds, .distance(from: place), count)
            append(nearest, &shown, count) { row in
                let distance = snapshot.place(of: row).map(place.distance) ?? .infinity
                return Similarity.at(distance, halfway: Preference.placeHalfway)
            }
        }
        if shown.count < count {
            append(found(ItemFilter(), activity.kinds, .newest, 2 * count), &shown, count) { _ in 0 }
        }
        return RankedItems(activity, fitting: shown, similar: [])
    }

    private func append(
        _ found: [FoundItem],
        _ shown: inout [Rank],
        _ count: Int,
        score: (ItemRow) -> Double
    ) {
        for row in matching(found.map(\.row)) where shown.count < count {
            if shown.contains(where: { $0.row == row }) { continue }
            shown.append(Rank(row: row, score: Float(score(row)), listedAt: 0))
        }
    }
}
