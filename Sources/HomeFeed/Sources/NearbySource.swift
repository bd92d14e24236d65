import Catalogue
import JSON

/// The items nearest to the phone, each with its distance.
struct NearbySource: ItemSource {
    /// In metres. Not the radius around the phone for other sources, ``FeedContext/surroundingsRadius``.
    static let defaultRadius = 50_000.0

    let options: ItemQueryOptions
    /// In metres.
    let radius: Double

    init(reading object: inout CheckedObject, _ scope: ConfigScope) {
        radius = object.optional("radius")?.number(in: 1...ItemFilter.maximumRadius) ?? Self.defaultRadius
        options = ItemQueryOptions(reading: &object, scope.kinds, of: ["listing"])
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
