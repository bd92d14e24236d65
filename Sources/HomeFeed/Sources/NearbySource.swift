import Catalogue
import HomeDocument
import JSON

/// The items nearest to the phone, each with its distance.
struct NearbySource: ItemSource {
    static let kind = "nearby"

    /// How far to look where the config does not say, in metres.
    static let defaultRadius = 50_000.0

    let options: ItemQueryOptions
    /// How far to look, in metres.
    let radius: Double

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        let radius = options.value("radius", default: Self.defaultRadius) {
            $0.number(in: 1...ItemFilter.maximumRadius)
        }
        guard let items = ItemQueryOptions(&options, kinds, defaultKinds: ["listing"]), let radius else { return nil }
        self.options = items
        self.radius = radius
    }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let place = context.place,
            var query = options.query(context, page, default: .distance(from: place))
        else { return nil }
        if query.filter.place == nil { query.filter.place = Area(center: place, radius: radius) }
        let found = context.snapshot.find(query, at: context.now, limit: page.limit, without: excluded)
        if case .distance = query.sort {
            return Candidates(found) { ItemMarks(distance: Distance(meters: $0.distance)) }
        }
        return Candidates(found) { item in
            let distance = context.snapshot.place(of: item.row).map { place.distance(to: $0) }
            return ItemMarks(distance: distance.map { Distance(meters: $0) })
        }
    }
}
