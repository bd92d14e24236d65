import Catalogue
import JSON

/// The newest items where the user searched last, or else around the phone.
struct NewestSource: ItemSource {
    static let kind = "newest"

    let options: ItemQueryOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemQueryOptions(&options, kinds, defaultKinds: ["listing"]) else { return nil }
        self.options = items
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        options.local(context, page, default: .newest, without: excluded)
    }
}

extension ItemQueryOptions {
    /// The items of a page in the market and area where the user looks.
    func local(
        _ context: FeedContext,
        _ page: CandidatePage,
        default sort: ItemSort,
        without excluded: ExcludedItems
    ) -> Candidates? {
        guard var query = query(context, page, default: sort) else { return nil }
        query.filter = context.localized(query.filter, of: kinds)
        return Candidates(context.snapshot.find(query, at: context.now, limit: page.limit, without: excluded))
    }
}

/// The items that most users have opened, where the user searched last, or else around the phone.
struct PopularSource: ItemSource {
    static let kind = "popular"

    let options: ItemQueryOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemQueryOptions(&options, kinds, defaultKinds: ["listing"]) else { return nil }
        self.options = items
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        options.local(context, page, default: .popularity, without: excluded)
    }
}

/// The items of a collection, a brand, a category, or of any filter, in the order in which they came into the catalogue or in any
/// other.
struct ItemsSource: ItemSource {
    static let kind = "items"

    let options: ItemQueryOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemQueryOptions(&options, kinds) else { return nil }
        self.options = items
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        options.query(context, page, default: .arrival).map { query in
            Candidates(context.snapshot.find(query, at: context.now, limit: page.limit, without: excluded))
        }
    }
}
