import Catalogue

/// The weights of what a recommended item is scored by.
public struct RecommendationWeights: Hashable, Sendable {
    /// How often users opened it together with the items that the user opened last.
    public var neighbours: Float = 8
    /// How like the items that the user opened last it is.
    public var profile: Float = 0.5
    /// How unlike the items that the user dismissed last it is.
    public var dismissals: Float = 0.5
    /// How near it is to what the last search is for.
    public var search: Float = 1
    /// How near it is to the user.
    public var place: Float = 0.5
    /// How often users opened it.
    public var popularity: Float = 0.75
    /// How lately it was listed.
    public var recency: Float = 0.3

    public init() {}
}

/// Answers one recommendation query: scores every item of the kinds, and keeps the best.
struct RecommendationRanking {
    /// The distance from the user at which nearness counts half, in metres.
    static let placeWidth: Float = 5_000
    /// The age at which recency counts half, in hours.
    static let halfAge: Float = 14 * 24
    static let openedCount = 10
    /// How much an item weighs that was opened one step earlier.
    static let stepWeight: Float = 0.85

    let query: RecommendationQuery
    let snapshot: CatalogueSnapshot
    let learned: LearnedIndex?
    let weights: RecommendationWeights
    private let now: Int64
    let activity: UserActivity
    /// The items that users opened together with those that this user opened last; the likenesses are weighted.
    let neighbours: [LearnedIndex.Neighbour]
    let profiles: [Int: (kind: Int, scoring: ItemScoring)]

    /// - Parameter learned: The index of the snapshot; `nil` if nothing was learned yet.
    init(
        _ query: RecommendationQuery,
        _ snapshot: CatalogueSnapshot,
        _ learned: LearnedIndex?,
        _ weights: RecommendationWeights = RecommendationWeights(),
        at now: Int64,
        without excluded: ExcludedItems
    ) {
        self.query = query
        self.snapshot = snapshot
        self.learned = learned?.contentID == snapshot.contentID ? learned : nil
        self.weights = weights
        self.now = now
        activity = UserActivity(query, snapshot, without: excluded)
        var weight = weights.neighbours
        let opened = query.record.opened.prefix(Self.openedCount).map { id in
            defer { weight *= Self.stepWeight }
            return (id.hash, weight)
        }
        neighbours = self.learned?.neighbours(of: opened) ?? []
        var profiles: [Int: (kind: Int, scoring: ItemScoring)] = [:]
        for (row, _) in activity.opened {
            let kind = snapshot.kindCode(of: row)
            if profiles[kind] != nil { continue }
            let rows = activity.opened.map(\.row).filter { snapshot.kindCode(of: $0) == kind }
            var scoring = ItemScoring()
            UserProfile(opened: rows, kind: kind, in: snapshot).add(to: &scoring, weight: weights.profile)
            profiles[kind] = (kind, scoring)
        }
        self.profiles = profiles
    }

    /// The best items: at most `count` that fit the last search, and as many that do not.
    func best(_ count: Int) -> RankedItems {
        let boosts = neighbours.map { (row: $0.row, score: $0.likeness) }
        var fitting = BestRows(limit: count)
        var similar: [RankedRow] = []
        // A query may name a kind twice.
        for kind in Set(activity.kinds.compactMap { snapshot.kinds.code(of: $0) }).sorted() {
            var scan = RankingScan(
                snapshot,
                of: kind,
                by: scoring(of: kind),
                boosting: boosts,
                at: now,
                without: activity.excluded
            )
            func find(_ filter: ItemFilter?, excluding: ItemFilter? = nil) -> [RankedRow] {
                guard let filter = filter?.narrowed(by: query.filter) else { return [] }
                let query = ItemQuery(kinds: [snapshot.kinds.kinds[kind].name], filter: filter, excluding: excluding)
                return scan.best(count, matching: query, and: self.query.filter.areaAndCollection)
            }
            if let search = activity.search, activity.searchedKind == kind {
                for row in find(search.filter) { fitting.offer(row, in: snapshot) }
                similar = find(ItemFilter(market: search.filter.market), excluding: search.filter)
            } else {
                for row in find(ItemFilter()) { fitting.offer(row, in: snapshot) }
            }
        }
        return RankedItems(
            activity,
            perGroup: query.perGroup,
            fitting: fitting.rows,
            similar: similar,
            ReasonFinder(self),
            in: snapshot
        )
    }

    private func scoring(of kind: Int) -> ItemScoring {
        var scoring = popularity
        if let profile = profiles[kind] { scoring.add(profile.scoring, times: 1) }
        let dismissed = activity.dismissed.filter { snapshot.kindCode(of: $0) == kind }
        if !dismissed.isEmpty {
            UserProfile(opened: dismissed, kind: kind, in: snapshot).addDislikes(
                to: &scoring,
                weight: weights.dismissals
            )
        }
        if let conditions = activity.conditions, activity.searchedKind == kind {
            scoring.add(ItemScoring(conditions, kind: kind, in: snapshot), times: weights.search)
        }
        if let nearness { scoring.places.append(nearness) }
        scoring.recency = recency
        return scoring
    }

    // MARK: Terms of scores

    var nearness: ItemScoring.PlaceTerm? {
        query.place.map { ItemScoring.PlaceTerm($0, radius: 0, width: Self.placeWidth, weight: weights.place) }
    }

    var popularity: ItemScoring {
        var scoring = ItemScoring()
        scoring.popularity = learned?.popularity ?? []
        scoring.popularityWeight = weights.popularity
        return scoring
    }

    var recency: ItemScoring.RecencyTerm {
        ItemScoring.RecencyTerm(weight: weights.recency, halfAge: Self.halfAge, now: now / 3_600)
    }
}
