import Catalogue

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

    /// The age at which recency counts half, in hours.
    private static let halfAge: Float = 14 * 24

    public init() {}

    /// - Parameter hour: The present, in hours since 1970.
    func recency(in hour: Int64) -> ItemScoring.RecencyTerm {
        ItemScoring.RecencyTerm(weight: recency, halfAge: Self.halfAge, now: hour)
    }
}

/// Answers one recommendation query: finds candidates of the kinds, scores them, and keeps the best.
struct RecommendationRanking {
    /// The distance from the user at which nearness counts half, in metres.
    static let placeWidth: Float = 5_000

    let query: RecommendationQuery
    let snapshot: CatalogueSnapshot
    let learned: LearnedIndex
    let weights: RecommendationWeights
    private let sizes: CandidateSizes
    private let now: Instant
    let activity: UserActivity
    /// The items that users opened together with those that this user opened last; the likenesses are weighted.
    let neighbours: [LearnedIndex.Neighbour]
    /// By kind.
    let profiles: [Int: ItemScoring]

    init(
        _ query: RecommendationQuery,
        _ snapshot: CatalogueSnapshot,
        _ learned: LearnedIndex?,
        _ weights: RecommendationWeights = RecommendationWeights(),
        _ sizes: CandidateSizes = CandidateSizes(),
        at now: Instant,
        without excluded: ExcludedItems = ExcludedItems()
    ) {
        self.query = query
        self.snapshot = snapshot
        self.learned = LearnedIndex.of(snapshot, learned)
        self.weights = weights
        self.sizes = sizes
        self.now = now
        activity = UserActivity(query, snapshot, without: excluded)
        let opened = query.record.opened.prefix(OpeningWeights.ranked).map(\.hash)
        neighbours = self.learned.neighbours(of: Array(zip(opened, OpeningWeights.weights(from: weights.neighbours))))
        let ofKinds = Dictionary(grouping: activity.opened.map(\.row)) { snapshot.kindCode(of: $0) }
        profiles = ofKinds.reduce(into: [:]) { profiles, opened in
            let profile = UserProfile(opened: opened.value, kind: opened.key, in: snapshot)
            profiles[opened.key] = profile.scoring(weight: weights.profile)
        }
    }

    /// The best items: at most `count` that fit the last search, and as many that do not.
    func best(_ count: Int) -> RankedItems {
        var (fitting, similar) = (BestRows(limit: count), BestRows(limit: count))
        // A query may name a kind twice.
        for kind in Set(activity.kinds.compactMap { snapshot.kinds.code(of: $0) }).sorted() {
            rank(kind, &fitting, &similar)
        }
        let (best, others) = (fitting.sorted(in: snapshot), similar.sorted(in: snapshot))
        let found = Array(zip((best + others).map(\.row), reasons(for: best + others)))
        return RankedItems(
            activity,
            perGroup: query.perGroup,
            fitting: found.prefix(best.count),
            similar: found.dropFirst(best.count),
            in: snapshot
        )
    }

    private func rank(_ kind: Int, _ fitting: inout BestRows, _ similar: inout BestRows) {
        let search = activity.searchedKind == kind ? activity.search : nil
        let name = snapshot.kinds.kinds[kind].name
        guard let filter = ItemFilter(market: search?.filter.market).narrowed(by: query.filter),
            let all = CompiledQuery(ItemQuery(kinds: [name], filter: filter), snapshot, at: now)
        else { return }
        let priors = learned.priors(weights)
        let retrieval = Retrieval(priors, of: kind, matching: all, in: snapshot, without: activity.excluded)
        let wanted = search.flatMap { CompiledQuery($0.newest(), snapshot, at: now) }
        let matcher = wanted.map { RowMatcher($0, snapshot) }
        let hasSearch = search != nil
        retrieval.offerAll(by: scoring(of: kind), neighbours, search, of: sizes, at: now) { ranked in
            if ranked.score < min(fitting.leastScore, similar.leastScore) { return }
            // Without a search, all items fit.
            if hasSearch, matcher?.matches(ranked.row) != true {
                similar.offer(ranked, in: snapshot)
            } else {
                fitting.offer(ranked, in: snapshot)
            }
        }
    }

    private func scoring(of kind: Int) -> ItemScoring {
        var scoring = popularity
        if let profile = profiles[kind] { scoring.add(profile, times: 1) }
        let dismissed = activity.dismissed.filter { snapshot.kindCode(of: $0) == kind }
        if !dismissed.isEmpty {
            let profile = UserProfile(opened: dismissed, kind: kind, in: snapshot)
            profile.addDislikes(to: &scoring, weight: weights.dismissals)
        }
        if let search = activity.search, activity.searchedKind == kind {
            scoring.add(ItemScoring(search.filter, kind: kind, in: snapshot), times: weights.search)
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
        scoring.popularity = learned.popularity
        scoring.popularityWeight = weights.popularity
        return scoring
    }

    var recency: ItemScoring.RecencyTerm { weights.recency(in: now.seconds / 3_600) }
}
