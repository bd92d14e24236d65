import CheckedJSON
import HomeDocument
import PropertyStore

/// The user's top brands by what was opened, filled up in the catalogue's own order.
struct BrandsSource: Source {
    static let kind = "brands"

    let shares: Set<ItemKind> = [.brand]

    init?(options: inout CheckedObject) {}

    func load(_ context: LoadContext, _ page: Page) async throws(SourceError) -> SourceContent {
        do {
            let brands = try await context.store.topBrands(for: context.user, limit: page.limit)
            return SourceContent(candidates: brands.map { Candidate(context.cards.card(for: $0)) })
        } catch {
            throw .store(error)
        }
    }
}
