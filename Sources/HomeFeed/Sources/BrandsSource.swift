import CheckedJSON
import HomeDocument
import Catalogue

/// The user's top brands by what was opened, filled up in the catalogue's own order.
struct BrandsSource: Source {
    static let kind = "brands"

    let shares: Set<ItemKind> = [.brand]

    init?(options: inout CheckedObject) {}

    func query(_ context: LoadContext, _ page: Page) -> Query? { .brands(of: context.user, limit: page.limit) }
}
