import Catalogue
import JSON

/// The newest items that match the user's last search. Items that the user has not opened are marked as new.
struct LastSearchSource: Source {
    static let kind: StaticString = "lastSearch"
    static let canFail = true
    static let hasBadge = true

    /// The number of items among which new ones are counted. If there are more, the badge says so.
    static let countedItems = 100

    init?(options: inout CheckedObject, _ scope: SourceScope) {}

    func heading(_ context: FeedContext) -> Heading {
        guard let search = context.record.lastSearch else { return Heading() }
        return Heading(
            market: search.filter.market.map { context.marketNames[$0] ?? $0 },
            href: context.cached.value(for: SearchLinkKey(), in: context.snapshot) { search.href }
        )
    }

    /// A record has one last search.
    private struct SearchLinkKey: Equatable {}

    func mayScan(_ context: FeedContext) -> Bool {
        context.cached.searchRevision != nil && !context.cached.hasDerivedValues(in: context.snapshot)
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        if context.cached.searchRevision == nil { return nil }
        if page.after != nil { return Candidates(found(context, page, without: excluded)) }
        // The badge also counts items that other widgets show.
        let limit = max(page.limit, Self.countedItems + 1)
        let snapshot = context.snapshot
        let newest = context.cached.newestOfSearch(
            in: snapshot,
            at: context.now,
            limit: limit,
            counted: Self.countedItems
        )
        var shown: [Candidate] = []
        shown.reserveCapacity(page.limit)
        for row in newest.rows {
            if shown.count == page.limit { break }
            if !excluded.contains(row, in: snapshot) { shown.append(candidate(snapshot.newest(row), context)) }
        }
        if shown.count < page.limit, newest.rows.count == limit { shown = found(context, page, without: excluded) }
        let count = newest.unopenedCount
        let isAtLeast = newest.rows.count > Self.countedItems
        return Candidates(shown, badge: count > 0 ? NewCount(count: count, isAtLeast: isAtLeast) : nil)
    }

    private func found(
        _ context: FeedContext,
        _ page: CandidatePage,
        without excluded: ExcludedItems
    ) -> [Candidate] {
        guard let query = context.record.lastSearch?.newest(after: page.after) else { return [] }
        return context.snapshot.find(query, at: context.now, limit: page.limit, without: excluded)
            .map { candidate($0, context) }
    }

    private func candidate(_ item: FoundItem, _ context: FeedContext) -> Candidate {
        let isListed = context.snapshot.listedAt(item.row) <= context.now
        let marks = ItemMarks(isNew: isListed && !context.hasOpened(item.row) ? true : nil)
        return Candidate(.item(item.row), marks: marks, found: item)
    }
}
