import Catalogue
import CheckedJSON
import HomeDocument
import Recommendations

/// The items to recommend to the user: those that fit the last search first, then those that the search would not have found, each
/// with the reason. At least one in ``Mix/similarOneIn`` places is kept for the latter.
struct RecommendationCandidates: CandidateSource {
    static let kind = "recommendations"

    let needsUser = true
    let isPaged = false
    let options: ItemOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let options = ItemOptions(&options, kinds, isSorted: false) else { return nil }
        self.options = options
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        let query = RecommendationQuery(
            history: context.history,
            place: context.place,
            kinds: options.kinds,
            filter: page.filter ?? options.filter
        )
        let found = context.snapshot.recommend(query, at: context.now, limit: page.limit, without: excluded)
        return Candidates(
            found.map { Candidate(.item($0.row), marks: ItemMarks(match: $0.fit.map { Match($0) })) }
        )
    }
}
