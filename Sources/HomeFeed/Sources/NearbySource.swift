import CheckedJSON
import HomeDocument
import PropertyStore

/// The listings nearest to the phone, each with its distance.
struct NearbySource: Source {
    static let kind = "nearby"

    /// How far to look where the config does not say, in metres.
    static let defaultRadius = 50_000.0

    let shares: Set<ItemKind> = [.listing]
    let isPaged = true
    /// How far to look, in metres.
    let radius: Double

    init?(options: inout CheckedObject) {
        let radius = options.value("radius", default: Self.defaultRadius) {
            $0.number(in: 1...SearchCriteria.maximumRadius)
        }
        guard let radius else { return nil }
        self.radius = radius
    }

    func load(_ context: LoadContext, _ page: Page) async throws(SourceError) -> SourceContent {
        guard let place = context.place else { return .empty }
        let found: [NearbyHit]
        do {
            found = try await context.store.nearby(
                Area(center: place, radius: radius),
                after: page.nearby,
                at: context.now,
                limit: page.limit
            )
        } catch {
            throw .store(error)
        }
        return SourceContent(
            candidates: found.map { hit in
                Candidate(
                    hit.listing,
                    ItemMarks(distance: Distance(meters: hit.distance)),
                    position: .nearby(NearbyPosition(of: hit))
                )
            }
        )
    }
}
