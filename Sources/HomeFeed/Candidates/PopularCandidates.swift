import Catalogue
import CheckedJSON

/// The items that most users have opened, where the user searched last, or else around the phone.
struct PopularCandidates: CandidateSource {
    static let kind = "popular"

    let options: ItemOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let options = ItemOptions(&options, kinds, defaultKinds: ["listing"]) else { return nil }
        self.options = options
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        options.local(context, page, default: .popularity, without: excluded)
    }
}
