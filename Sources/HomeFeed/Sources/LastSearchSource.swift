import Catalogue
import CheckedJSON
import HomeDocument

/// The newest items for the user's last search. Those that the user has not opened are marked as new.
struct LastSearchSource: Source {
    static let kind = "lastSearch"

    /// Among how many items the new ones are counted; where there are more, the badge says so.
    static let countedItems = 100

    static let canFail = true

    init?(options: inout CheckedObject, _ kinds: KindTable) {}

    func heading(_ context: FeedContext) -> Heading {
        guard let search = context.record.lastSearch else { return Heading() }
        return Heading(
            market: search.filter.market.map { context.marketNames[$0] ?? $0 },
            href: search.href
        )
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let search = context.record.lastSearch else { return nil }
        let query = ItemQuery(kinds: [search.kind], filter: search.filter, sort: .newest, after: page.after)
        let isFirst = page.after == nil
        let limit = isFirst ? max(page.limit, Self.countedItems + 1) : page.limit
        // The badge counts items that other widgets show, too.
        let found = context.snapshot.find(
            query,
            at: context.now,
            limit: limit,
            without: isFirst ? ExcludedItems() : excluded
        )
        var shown = found
        if isFirst {
            shown = Array(found.lazy.filter { !excluded.contains($0.row, in: context.snapshot) }.prefix(page.limit))
            if shown.count < page.limit, found.count == limit {
                shown = context.snapshot.find(query, at: context.now, limit: page.limit, without: excluded)
            }
        }
        var candidates = Candidates(shown) { ItemMarks(isNew: context.hasOpened($0.row) ? nil : true) }
        if isFirst { candidates.badge = badge(of: found, context) }
        return candidates
    }

    private func badge(of found: [FoundItem], _ context: FeedContext) -> NewCount? {
        let count = found.prefix(Self.countedItems).count { !context.hasOpened($0.row) }
        return count > 0 ? NewCount(count: count, isAtLeast: found.count > Self.countedItems) : nil
    }
}
