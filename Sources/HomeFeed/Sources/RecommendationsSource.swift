import Catalogue
import HomeLayout
import JSON
import Recommendations

/// Recommended items: those that fit the last search, then similar ones, each with the reason why the search does not
/// find it. One in ``RecommendationMix/similarOneIn`` places is reserved for the latter.
struct RecommendationsSource: ItemSource {
    static let kind: StaticString = "recommendations"
    static let usesService = true
    static let isSortable = false

    let isPaged = false
    let options: ItemQueryOptions
    /// The most items with the same brand or other text, as long as there are enough others.
    private let perGroup: GroupLimit

    init(options: ItemQueryOptions) {
        self.options = options
        perGroup = .standard
    }

    init?(options object: inout CheckedObject, _ scope: SourceScope) {
        let options = ItemQueryOptions(
            &object,
            scope.kinds,
            defaultKinds: Self.defaultKinds,
            isSortable: Self.isSortable
        )
        let perGroup = object.value("perGroup", default: GroupLimit.standard) { value in
            value.object { GroupLimit(reading: &$0, scope.kinds) }
        }
        guard let options, let perGroup else { return nil }
        self.options = options
        self.perGroup = perGroup
    }

    func recommendationQuery(_ context: FeedContext) -> RecommendationQuery? { query(context, options.filter) }

    func mayScan(_ context: FeedContext) -> Bool {
        !context.hasIndex
            && !context.cached.hasRanking(
                parameters(context, options.filter),
                in: context.snapshot,
                context.interactions,
                at: context.now
            )
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let filter = options.filter(page) else { return Candidates.empty }
        let (snapshot, now) = (context.snapshot, context.now)
        let ranking =
            if let ids = page.ranked {
                snapshot.ranking(of: ids.compactMap { snapshot.row(of: $0) }, for: query(context, filter), at: now)
            } else {
                context.cached.ranking(parameters(context, filter), in: snapshot, context.interactions, at: now)
            }
        let found = ranking.best(page.limit, in: snapshot, at: now, without: excluded)
        return Candidates(
            found.map {
                Candidate(.item($0.row), marks: ItemMarks(match: $0.fit.map { Match($0) }), reason: $0.reason)
            }
        )
    }

    private func parameters(_ context: FeedContext, _ filter: ItemFilter) -> RankingParameters {
        RankingParameters(
            kinds: options.kinds,
            filter: filter,
            place: context.place,
            perGroup: perGroup,
            weights: context.weights
        )
    }

    private func query(_ context: FeedContext, _ filter: ItemFilter) -> RecommendationQuery {
        RecommendationQuery(
            record: context.record,
            place: context.place,
            kinds: options.kinds,
            filter: filter,
            perGroup: perGroup
        )
    }
}

extension Match {
    /// How an item relates to the user's search.
    init(_ fit: SearchFit) { self = fit.first.map { .similar(MatchReason($0)) } ?? .fits }
}

extension MatchReason {
    fileprivate init(_ mismatch: Mismatch) {
        switch mismatch {
        case .overBudget(let percent): self = .overBudget(percent: percent)
        case .underMinimum(let percent): self = .underBudget(percent: percent)
        case .outsideArea(let meters): self = .outsideArea(Distance(meters: Double(meters)))
        case .fewerBedrooms(let count): self = .fewerBedrooms(count)
        case .moreBedrooms(let count): self = .moreBedrooms(count)
        case .fewerBathrooms(let count): self = .fewerBathrooms(FixedPoint(rounding: count))
        case .moreBathrooms(let count): self = .moreBathrooms(FixedPoint(rounding: count))
        case .smaller(let percent): self = .smaller(percent: percent)
        case .larger(let percent): self = .larger(percent: percent)
        // Clients have no text for attributes yet.
        case .otherType, .attribute: self = .otherType
        case .unknown(let detail):
            let missing: Detail =
                switch detail {
                case .place: .place
                case .bedrooms: .bedrooms
                case .bathrooms: .bathrooms
                case .area: .area
                }
            self = .notStated(missing)
        }
    }
}

extension FixedPoint {
    fileprivate init(rounding value: Double) {
        self.init(thousandths: Int((min(value, 1_000_000) * 1000).rounded()))
    }
}
