import CheckedJSON
import HomeDocument
import PropertyStore

/// The listings that most users have opened, where the user searched last, or else around the phone.
struct PopularSource: Source {
    static let kind = "popular"

    let shares: Set<ItemKind> = [.listing]

    init?(options: inout CheckedObject) {}

    func load(_ context: LoadContext, _ page: Page) async throws(SourceError) -> SourceContent {
        let found: [ListingHit]
        do {
            found = try await context.store.popular(
                matching: context.surroundings,
                at: context.now,
                limit: page.limit
            )
        } catch {
            throw .store(error)
        }
        return SourceContent(candidates: found.map { Candidate($0) })
    }
}
