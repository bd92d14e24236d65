import CheckedJSON
import HomeDocument
import Catalogue

/// The newest listings for the criteria that the user searched for last, marking those that the user has not opened.
struct LastSearchSource: Source {
    static let kind = "lastSearch"

    /// Among how many listings the new ones are counted; where there are more, the badge says so.
    static let countedListings = 100

    let shares: Set<ItemKind> = [.listing]
    let isOfUser = true
    let isPaged = true

    init?(options: inout CheckedObject) {}

    func heading(_ context: LoadContext) -> Heading {
        guard let criteria = context.record.lastSearch else { return Heading() }
        return Heading(
            market: criteria.market.map { context.marketNames[$0] ?? $0 },
            href: SearchLink.href(for: criteria)
        )
    }

    /// The badge counts more than is shown, and stands beside the first page alone.
    func query(_ context: LoadContext, _ page: Page) -> Query? {
        guard let criteria = context.record.lastSearch else { return nil }
        return .newest(
            matching: criteria,
            after: page.newest,
            limit: page.after == nil ? max(page.limit, Self.countedListings + 1) : page.limit,
            // Of most users it is known what they have opened, so that the answer need not be theirs alone.
            newTo: context.record.opened == nil ? context.user : nil
        )
    }

    func content(_ answer: Answer, _ context: LoadContext, _ page: Page) -> SourceContent {
        SourceContent(
            answer,
            limit: page.limit,
            opened: context.record.opened,
            badge: page.after == nil ? badge(answer, context.record.opened) : nil
        )
    }

    private func badge(_ answer: Answer, _ opened: ItemKeys?) -> NewCount? {
        let counted = 0..<min(answer.count, Self.countedListings)
        let count = counted.count { index in
            guard let opened else { return answer.mark(at: index).isNew == true }
            return !answer.identities[index].isAmong(opened)
        }
        return count > 0 ? NewCount(count: count, isAtLeast: answer.count > Self.countedListings) : nil
    }

    func position(of index: Int, in answer: Answer) -> Position? { answer.newestPosition(of: index) }
}
