import Catalogue
import JSON

/// The items that the user opened last and that are still on offer, the latest first.
struct RecentlyViewedSource: ItemSource {
    static let kind = "recentlyViewed"

    static let canFail = true

    let isPaged = false
    let options: ItemQueryOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemQueryOptions(&options, kinds, isSorted: false) else { return nil }
        self.options = items
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        if context.record.opened.isEmpty { return nil }
        let snapshot = context.snapshot
        guard let filter = options.filter(page) else { return .nothing }
        let query = ItemQuery(kinds: options.kinds, filter: filter)
        let rows = snapshot.rows(of: context.record.opened, matching: query, at: context.now, without: excluded)
        return Candidates(rows.prefix(page.limit).map { Candidate(.item($0)) })
    }
}
