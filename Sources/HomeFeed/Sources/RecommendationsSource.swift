import Catalogue
import HomeDocument
import JSON
import Recommendations

/// The items to recommend to the user: those that fit the last search first, then those that the search would not have found, each
/// with the reason. At least one in ``RecommendationMix/similarOneIn`` places is kept for the latter.
struct RecommendationsSource: ItemSource {
    static let kind = "recommendations"

    static let asksService = true

    let isPaged = false
    let options: ItemQueryOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemQueryOptions(&options, kinds, isSorted: false) else { return nil }
        self.options = items
    }

    func question(_ context: FeedContext) -> RecommendationQuery? { question(context, options.filter) }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let filter = options.filter(page) else { return .nothing }
        let query = question(context, filter)
        let (snapshot, now) = (context.snapshot, context.now)
        let ranking =
            if let ids = page.ranked {
                snapshot.ranking(of: ids.compactMap { snapshot.row(of: $0) }, for: query, at: now)
            } else {
                context.cached.ranking(for: query, in: snapshot, at: now)
            }
        let found = ranking.best(page.limit, in: snapshot, at: now, without: excluded)
        return Candidates(
            found.map { Candidate(.item($0.row), marks: ItemMarks(match: $0.fit.map { Match($0) })) }
        )
    }

    private func question(_ context: FeedContext, _ filter: ItemFilter) -> RecommendationQuery {
        RecommendationQuery(record: context.record, place: context.place, kinds: options.kinds, filter: filter)
    }
}
