import CheckedJSON
import HomeDocument
import Catalogue

/// The listings that most users have opened, where the user searched last, or else around the phone.
struct PopularSource: Source {
    static let kind = "popular"

    let shares: Set<ItemKind> = [.listing]

    init?(options: inout CheckedObject) {}

    func query(_ context: LoadContext, _ page: Page) -> Query? {
        .popular(matching: context.surroundings, limit: page.limit)
    }
}
