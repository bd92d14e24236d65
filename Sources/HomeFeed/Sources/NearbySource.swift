import Catalogue
import JSON

/// The items nearest to the phone, each with its distance.
struct NearbySource: ItemSource {
    static let kind: StaticString = "nearby"
    static let defaultKinds = ["listing"]

    /// In metres. Not the radius around the phone for other sources, ``FeedContext/surroundingsRadius``.
    static let defaultRadius = 50_000.0

    let options: ItemQueryOptions
    /// In metres.
    private(set) var radius = defaultRadius

    init(options: ItemQueryOptions) {
        self.options = options
    }

    init?(options object: inout CheckedObject, _ scope: ConfigScope) {
        let radius = object.optional("radius")?.number(in: 1...ItemFilter.maximumRadius)
        guard let options = ItemQueryOptions(&object, scope.kinds, of: Self.self) else { return nil }
        self.init(options: options)
        self.radius = radius ?? Self.defaultRadius
    }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let place = context.place,
            let order = options.order(context, page, default: .distance(from: place))
        else { return false }
        let isByDistance = if case .distance = order { true } else { false }
        if isByDistance, page.after == nil, page.filter == nil, options.filter.place == nil {
            candidates.appendNearest(NearbyDemand(radius: radius, limit: page.limit), to: place, options, context)
            return true
        }
        let area = Area(center: place, radius: radius)
        guard let found = options.items(context, page, in: area, by: order, without: candidates.excluded) else {
            return false
        }
        for item in found {
            let distance = isByDistance ? item.distance : context.snapshot.place(of: item.row).map(place.distance(to:))
            candidates.append(item, distance.map { Mark(distance: $0) } ?? .none)
        }
        return true
    }
}
