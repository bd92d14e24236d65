import Catalogue
import JSON

/// A source of items that the user's record names.
protocol UserItemsSource: ItemSource {
    /// The items in order; `nil` if the user has none of them.
    func rows(_ context: FeedContext) -> [ItemRow]?
}

extension UserItemsSource {
    static var canFail: Bool { true }
    static var isSortable: Bool { false }

    var isPaged: Bool { false }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let rows = rows(context) else { return false }
        guard let filter = options.filter(page) else { return true }
        let found = context.snapshot.rows(
            rows,
            matching: ItemQuery(kinds: options.kinds, filter: filter),
            at: context.now,
            limit: page.limit,
            without: candidates.excluded
        )
        for row in found { candidates.append(row) }
        return true
    }
}

/// The items that the user opened last and that are still active, latest first.
struct RecentlyViewedSource: UserItemsSource {
    static let kind: StaticString = "recentlyViewed"

    let options: ItemQueryOptions

    func rows(_ context: FeedContext) -> [ItemRow]? { context.rows(of: context.record.opened) }
}

/// The items that the user saved and that are still active, latest first.
struct SavedSource: UserItemsSource {
    static let kind: StaticString = "saved"

    let options: ItemQueryOptions

    func rows(_ context: FeedContext) -> [ItemRow]? { context.rows(of: context.record.saved) }
}

extension FeedContext {
    fileprivate func rows(of items: [CatalogueItem.ID]) -> [ItemRow]? {
        items.isEmpty ? nil : items.compactMap { snapshot.row(of: $0) }
    }
}

/// The items that cost less than when the user last opened or saved them, the greatest fall in percent first.
struct PriceDropsSource: UserItemsSource {
    static let kind: StaticString = "priceDrops"

    let options: ItemQueryOptions

    func rows(_ context: FeedContext) -> [ItemRow]? { context.changes?.priceDrops.map(\.row) }
}

/// The items that the user opened or saved before they were available again, the latest first.
struct BackInStockSource: UserItemsSource {
    static let kind: StaticString = "backInStock"

    let options: ItemQueryOptions

    func rows(_ context: FeedContext) -> [ItemRow]? { context.changes?.restocked }
}

/// Items listed since the user's last visit, in the last search's area, or around the phone, the newest first.
struct UnseenSource: ItemSource {
    static let kind: StaticString = "unseen"
    static let defaultKinds = ["listing"]
    static let canFail = true
    static let isSortable = false

    let isPaged = false
    let options: ItemQueryOptions

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let lastVisit = context.lastVisitEnd else { return false }
        return options.findAround(page, context, default: .newest, listedAfter: lastVisit, into: &candidates)
    }
}
