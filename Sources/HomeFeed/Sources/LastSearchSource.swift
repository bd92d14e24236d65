import Catalogue
import JSON

/// The newest items that match the user's last search. Items that the user has not opened are marked as new.
struct LastSearchSource: Source {
    static let kind: StaticString = "lastSearch"
    static let canFail = true
    static let hasBadge = true

    /// The number of items among which new ones are counted. If there are more, the badge says so.
    static let countedItems = 100

    init?(options: inout CheckedObject, _ scope: ConfigScope) {}

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

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        if context.cached.searchRevision == nil { return false }
        let start = candidates.items.count
        if page.after != nil {
            findAll(page, context, into: &candidates)
            return true
        }
        // The badge also counts items that other widgets show.
        let limit = max(page.limit, Self.countedItems + 1)
        let snapshot = context.snapshot
        let newest = context.cached.newestOfSearch(
            in: snapshot,
            at: context.now,
            limit: limit,
            counted: Self.countedItems
        )
        for row in newest.rows {
            if candidates.items.count - start == page.limit { break }
            if !candidates.excluded.contains(row, in: snapshot) {
                candidates.append(snapshot.newest(row), mark(of: row, context))
            }
        }
        if candidates.items.count - start < page.limit, newest.rows.count == limit {
            candidates.items.removeSubrange(start...)
            findAll(page, context, into: &candidates)
        }
        let count = newest.unopenedCount
        if count > 0 {
            candidates.badge = NewCount(count: count, isAtLeast: newest.rows.count > Self.countedItems)
        }
        return true
    }

    /// Queries the catalogue for any page, unlike the cached first one.
    private func findAll(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) {
        guard let query = context.record.lastSearch?.newest(after: page.after) else { return }
        let (now, excluded) = (context.now, candidates.excluded)
        for item in context.snapshot.find(query, at: now, limit: page.limit, without: excluded) {
            candidates.append(item, mark(of: item.row, context))
        }
    }

    private func mark(of row: ItemRow, _ context: FeedContext) -> Mark {
        Mark(isNew: context.snapshot.listedAt(row) <= context.now && !context.hasOpened(row))
    }
}
