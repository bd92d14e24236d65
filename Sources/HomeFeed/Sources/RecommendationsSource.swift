import Catalogue
import HomeLayout
import JSON
import Recommendations

/// Recommended items: those that fit the last search, then similar ones, each with its mismatch, see
/// ``RankedItems/best(_:in:at:without:)``.
struct RecommendationsSource: ItemSource {
    let canFail = true
    let isPaged = false
    let options: ItemQueryOptions
    /// The most items with the same brand or other text, as long as there are enough others.
    private let perGroup: GroupLimit

    init(reading object: inout CheckedObject, _ scope: ConfigScope) {
        options = ItemQueryOptions(reading: &object, scope.kinds, isSortable: false)
        perGroup = object.optional("perGroup")?.object { GroupLimit(reading: &$0, scope.kinds) } ?? .standard
    }

    func mayScan(_ context: FeedContext) -> Bool {
        !context.hasIndex
            && !context.cached.hasRanking(
                for: query(context),
                context.weights,
                in: context.snapshot,
                context.interactions,
                at: context.now
            )
    }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let filter = options.filter(page) else { return true }
        let (snapshot, now) = (context.snapshot, context.now)
        let query = query(context, filter)
        let ranking =
            page.ranked.map { snapshot.ranking(of: $0.compactMap { snapshot.row(of: $0) }, for: query, at: now) }
            ?? context.cached.ranking(for: query, context.weights, in: snapshot, context.interactions, at: now)
        for item in ranking.best(page.limit, in: snapshot, at: now, without: candidates.excluded) {
            candidates.append(item.row, Mark(fits: item.fits, item.reason))
        }
        return true
    }

    /// - Parameter filter: `nil` for the source's own.
    func query(_ context: FeedContext, _ filter: ItemFilter? = nil) -> RecommendationQuery {
        RecommendationQuery(
            record: context.cached,
            place: context.place,
            kinds: options.kinds,
            filter: filter ?? options.filter,
            perGroup: perGroup
        )
    }
}
