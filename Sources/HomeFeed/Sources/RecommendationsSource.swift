import Catalogue
import CheckedJSON
import HomeDocument
import Recommendations

/// The items to recommend to the user: those that fit the last search first, then those that the search would not have found, each
/// with the reason. At least one in ``Mix/similarOneIn`` places is kept for the latter.
struct RecommendationsSource: ItemSource {
    static let kind = "recommendations"

    static let asksService = true

    let isPaged = false
    let options: ItemOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemOptions(&options, kinds, isSorted: false) else { return nil }
        self.options = items
    }

    func question(_ context: FeedContext) -> RecommendationQuery? { question(context, options.filter) }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let filter = options.filter.narrowed(by: page.filter) else { return .nothing }
        let query = question(context, filter)
        let snapshot = context.snapshot
        let ranked =
            page.ranked.map { $0.compactMap { snapshot.row(of: $0) } } ?? embeddedRanking(query, context)
        let found = snapshot.recommend(
            ranked: ranked,
            for: query,
            at: context.now,
            limit: page.limit,
            without: excluded
        )
        return Candidates(
            found.map { Candidate(.item($0.row), marks: ItemMarks(match: $0.fit.map { Match($0) })) }
        )
    }

    /// The ranking of the embedded engine, which is kept beside the user's record.
    private func embeddedRanking(_ query: RecommendationQuery, _ context: FeedContext) -> [ItemRow] {
        let key = CachedRecord.RankingKey(kinds: query.kinds, filter: query.filter, place: query.place)
        let limit = CatalogueSnapshot.maximumRecommendations
        return context.cached.rows(for: key, in: context.snapshot) {
            context.snapshot.recommend(query, at: context.now, limit: limit).map(\.row)
        }
    }

    private func question(_ context: FeedContext, _ filter: ItemFilter) -> RecommendationQuery {
        RecommendationQuery(record: context.record, place: context.place, kinds: options.kinds, filter: filter)
    }
}
