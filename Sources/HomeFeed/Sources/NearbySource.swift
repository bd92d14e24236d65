import CheckedJSON
import HomeDocument
import Catalogue

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

    func query(_ context: LoadContext, _ page: Page) -> Query? {
        guard let place = context.place else { return nil }
        return .nearby(Area(center: place, radius: radius), after: page.nearby, limit: page.limit)
    }

    func position(of index: Int, in answer: Answer) -> Position? {
        answer.subjects[index].listing.map {
            .nearby(NearbyPosition(distance: answer.distance(at: index), id: $0.id))
        }
    }
}
