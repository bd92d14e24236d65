import Catalogue
import JSON

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
