import CheckedJSON
import HomeDocument
import PropertyStore

/// The newest listings for the criteria that the user searched for last, marking those that the user has not opened.
struct LastSearchSource: Source {
    static let kind = "lastSearch"

    /// Among how many listings the new ones are counted; where there are more, the badge says so.
    static let countedListings = 100

    let shares: Set<ItemKind> = [.listing]
    let isPaged = true

    init?(options: inout CheckedObject) {}

    func heading(_ context: LoadContext) -> Heading {
        guard let criteria = context.record.lastSearch else { return Heading() }
        return Heading(
            words: criteria.market.map { [.market: context.marketNames[$0] ?? $0] } ?? [:],
            href: SearchLink.href(for: criteria)
        )
    }

    func load(_ context: LoadContext, _ page: Page) async throws(SourceError) -> SourceContent {
        guard let criteria = context.record.lastSearch else { return .empty }
        let (found, opened) = try await load(criteria, context, page)
        return SourceContent(
            candidates: found.prefix(page.limit).map { hit in
                Candidate(
                    hit,
                    ItemMarks(isNew: opened.contains(hit.key) ? nil : true),
                    position: .newest(NewestPosition(of: hit))
                )
            },
            badge: page.after == nil ? badge(found.map { !opened.contains($0.key) }) : nil
        )
    }

    private func badge(_ isNew: [Bool]) -> NewCount? {
        let count = isNew.prefix(Self.countedListings).count(where: \.self)
        return count > 0 ? NewCount(count: count, isAtLeast: isNew.count > Self.countedListings) : nil
    }

    private func load(
        _ criteria: SearchCriteria,
        _ context: LoadContext,
        _ page: Page
    ) async throws(SourceError) -> (found: [ListingHit], opened: Set<ItemKey>) {
        do {
            // The badge counts more than is shown, and stands beside the first page alone.
            let limit = page.after == nil ? max(page.limit, Self.countedListings + 1) : page.limit
            let found = try await context.store.newest(
                matching: criteria,
                after: page.newest,
                at: context.now,
                limit: limit
            )
            guard let user = context.user else { return (found, []) }
            return (found, try await context.store.opened(by: user, among: found.map(\.key)))
        } catch {
            throw .store(error)
        }
    }
}
