import CheckedJSON
import HomeDocument
import Catalogue

/// The products of a collection, a brand, a category or a price range.
struct ProductsSource: Source {
    static let kind = "products"

    let shares: Set<ItemKind> = [.product]
    let isPaged = true
    let query: ProductQuery

    init?(options: inout CheckedObject) {
        query = ProductQuery(
            collection: options.optional("collection")?.identifier(),
            brand: options.optional("brand")?.identifier(),
            category: options.optional("category")?.identifier(),
            price: options.optional("price")?.interval { $0.integer(in: 0 ... .max) } ?? .all
        )
    }

    func query(_ context: LoadContext, _ page: Page) -> Query? {
        .products(query, after: page.product, limit: page.limit)
    }

    func position(of index: Int, in answer: Answer) -> Position? {
        answer.position(at: index).map { .product($0) }
    }
}
