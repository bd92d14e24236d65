import CheckedJSON
import HomeDocument
import Catalogue
import Recommendations

/// What the recommendation service recommends: listings that fit the last search first, then those that the search
/// would not have found, each with the reason.
struct RecommendationsSource: Source {
    static let kind = "recommendations"

    let shares: Set<ItemKind> = [.listing]
    let isOfUser = true
    let mixes = true

    init?(options: inout CheckedObject) {}

    func query(_ context: LoadContext, _ page: Page) -> Query? {
        .recommendations(
            to: context.user,
            knownAs: context.record.revision,
            at: context.place,
            count: Self.count(holding: page.limit)
        )
    }

    /// How many to ask for so that `limit` of them fit, if there are so many: the last search shows what fits too, and
    /// may leave of this answer only what does not. One in ``Mix/similarOneIn`` is kept for the others.
    private static func count(holding limit: Int) -> Int {
        let fitting = Mix.similarOneIn - 1
        return limit + (limit + fitting - 1) / fitting
    }
}
