import Catalogue
import CheckedJSON
import HomeDocument

/// The newest items for the user's last search. Those that the user has not opened are marked as new.
struct LastSearchCandidates: CandidateSource {
    static let kind = "lastSearch"

    /// Among how many items the new ones are counted; where there are more, the badge says so.
    static let countedItems = 100

    let needsUser = true

    init?(options: inout CheckedObject, _ kinds: KindTable) {}

    func heading(_ context: FeedContext) -> Heading {
        guard let search = context.history.lastSearch else { return Heading() }
        return Heading(
            market: search.filter.market.map { context.marketNames[$0] ?? $0 },
            href: search.href
        )
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let search = context.history.lastSearch else { return nil }
        let query = ItemQuery(
            kinds: [search.kind],
            filter: page.filter ?? search.filter,
            sort: page.sort ?? .newest,
            after: page.after
        )
        let found = context.snapshot.find(query, at: context.now, limit: page.limit, without: excluded)
        var candidates = Candidates(found) { ItemMarks(isNew: context.hasOpened($0.row) ? nil : true) }
        // The badge counts more than is shown, and stands beside the first page alone.
        if page.after == nil { candidates.badge = badge(query, context) }
        return candidates
    }

    private func badge(_ query: ItemQuery, _ context: FeedContext) -> NewCount? {
        let found = context.snapshot.find(query, at: context.now, limit: Self.countedItems + 1)
        let count = found.prefix(Self.countedItems).count { !context.hasOpened($0.row) }
        return count > 0 ? NewCount(count: count, isAtLeast: found.count > Self.countedItems) : nil
    }
}
