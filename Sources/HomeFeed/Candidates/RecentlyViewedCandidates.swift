import Catalogue
import CheckedJSON

/// The items that the user opened last and that are still on offer, the latest first.
struct RecentlyViewedCandidates: CandidateSource {
    static let kind = "recentlyViewed"

    let needsUser = true
    let isPaged = false
    let options: ItemOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let options = ItemOptions(&options, kinds) else { return nil }
        self.options = options
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        if context.history.opened.isEmpty { return nil }
        let snapshot = context.snapshot
        let query = ItemQuery(kinds: options.kinds, filter: options.filter)
        let rows = snapshot.rows(of: context.history.opened, matching: query, at: context.now, without: excluded)
        return Candidates(rows.prefix(page.limit).map { Candidate(.item($0)) })
    }
}
