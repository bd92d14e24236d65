import Catalogue
import JSON

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
