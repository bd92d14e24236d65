import CheckedJSON
import HomeDocument
import PropertyStore

/// The newest listings for the criteria that the user searched for last, marking those that the user has not opened.
struct LastSearchSource: Source {
    static let kind = "lastSearch"

    /// How far new listings are counted; beyond, the badge says that there are more.
    static let countedListings = 100

    let shares: Set<ItemKind> = [.listing]

    init?(options: inout CheckedObject) {}

    func heading(_ context: LoadContext) -> Heading {
        guard let criteria = context.record.lastSearch else { return Heading() }
        return Heading(
            words: criteria.market.map { [.market: context.marketNames[$0] ?? $0] } ?? [:],
            href: SearchLink.href(for: criteria)
        )
    }

    func load(_ context: LoadContext, limit: Int) async throws(SourceError) -> SourceContent {
        guard let criteria = context.record.lastSearch else { return .empty }
        let (found, opened) = try await load(criteria, context, limit: max(limit, Self.countedListings + 1))
        let new = found.count { !opened.contains($0.key) }
        let items = try await context.cards.items(for: found.prefix(limit), context) { hit in
            ItemMarks(isNew: !opened.contains(hit.key))
        }
        return SourceContent(items: items, badge: badge(new: new))
    }

    private func badge(new: Int) -> Badge? {
        switch new {
        case 0: nil
        case ...Self.countedListings: Badge(count: new, text: "\(new) new")
        default: Badge(count: Self.countedListings, text: "\(Self.countedListings)+ new")
        }
    }

    private func load(
        _ criteria: SearchCriteria,
        _ context: LoadContext,
        limit: Int
    ) async throws(SourceError) -> (found: [ListingHit], opened: Set<ItemKey>) {
        do {
            let found = try await context.store.newest(matching: criteria, limit: limit)
            guard let user = context.user else { return (found, []) }
            return (found, try await context.store.opened(by: user, among: found.map(\.key)))
        } catch {
            throw .store(error)
        }
    }
}
