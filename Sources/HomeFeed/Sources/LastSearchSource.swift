import Catalogue
import HomeDocument
import JSON

/// The newest items that match the user's last search. Items that the user has not opened are marked as new.
struct LastSearchSource: Source {
    static let kind: StaticString = "lastSearch"
    static let canFail = true
    static let hasHeading = true

    /// The number of items among which new ones are counted. If there are more, the badge says so.
    static let countedItems = 100

    init?(options: inout CheckedObject, _ kinds: KindTable) {}

    func heading(_ context: FeedContext) -> Heading {
        guard let search = context.record.lastSearch else { return Heading() }
        return Heading(
            market: search.filter.market.map { context.marketNames[$0] ?? $0 },
            href: context.cached.value(for: SearchLinkKey(), in: context.snapshot) { search.href }
        )
    }

    /// A record has one last search.
    private struct SearchLinkKey: Equatable {}

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let search = context.record.lastSearch else { return nil }
        let query = ItemQuery(kinds: [search.kind], filter: search.filter, sort: .newest, after: page.after)
        func marks(_ item: FoundItem) -> ItemMarks { ItemMarks(isNew: context.hasOpened(item.row) ? nil : true) }
        guard page.after == nil else {
            let found = context.snapshot.find(query, at: context.now, limit: page.limit, without: excluded)
            return Candidates(found, marks: marks)
        }
        // The badge also counts items that other widgets show.
        let limit = max(page.limit, Self.countedItems + 1)
        let snapshot = context.snapshot
        let newest = context.cached.newest(
            query,
            in: snapshot,
            at: context.now,
            limit: limit,
            counted: Self.countedItems
        )
        let found = newest.rows
        var shown: [FoundItem] = []
        shown.reserveCapacity(page.limit)
        for row in found where shown.count < page.limit && !excluded.contains(row, in: snapshot) {
            shown.append(snapshot.newest(row))
        }
        if shown.count < page.limit, found.count == limit {
            shown = snapshot.find(query, at: context.now, limit: page.limit, without: excluded)
        }
        let count = newest.unopenedCount
        var candidates = Candidates(shown, marks: marks)
        if count > 0 { candidates.badge = NewCount(count: count, isAtLeast: found.count > Self.countedItems) }
        return candidates
    }
}
