import Catalogue
import JSON

/// Items that pass the filter, such as a collection's or a brand's, by default in order of arrival in the catalogue.
struct ItemsSource: ItemSource {
    static let kind: StaticString = "items"

    let options: ItemQueryOptions

    func find(_ page: CandidatePage, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let order = options.order(context, page, default: .arrival),
            let found = options.items(context, page, by: order, without: candidates.excluded)
        else { return false }
        candidates.append(found)
        return true
    }
}

/// The newest items in the area of the last search, or around the phone.
struct NewestSource: ItemSource {
    static let kind: StaticString = "newest"
    static let defaultKinds = ["listing"]

    let options: ItemQueryOptions

    func find(_ page: CandidatePage, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        options.findLocally(page, context, default: .newest, into: &candidates)
    }
}

extension ItemQueryOptions {
    /// - Parameter listedAfter: Only items listed after this, in Unix seconds (UTC); `nil` for all.
    /// - Returns: `false` without anything to search for.
    func findLocally(
        _ page: CandidatePage,
        _ context: FeedContext,
        default sort: ItemSort,
        listedAfter: Int64? = nil,
        into candidates: inout Candidates
    ) -> Bool {
        guard let order = order(context, page, default: sort), let filter = filter(page) else { return false }
        let local = context.localized(filter, of: kinds)
        let query = ItemQuery(kinds: kinds, filter: local, listedAfter: listedAfter, sort: order, after: page.after)
        candidates.append(
            context.snapshot.find(query, at: context.now, limit: page.limit, without: candidates.excluded)
        )
        return true
    }
}

/// The items nearest to the phone, each with its distance.
struct NearbySource: ItemSource {
    static let kind: StaticString = "nearby"
    static let defaultKinds = ["listing"]

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

    func find(_ page: CandidatePage, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let place = context.place,
            let order = options.order(context, page, default: .distance(from: place))
        else { return false }
        let isByDistance = if case .distance = order { true } else { false }
        if isByDistance, page.after == nil, page.filter == nil, options.filter.place == nil {
            candidates.appendNearest(NearestDemand(radius: radius, limit: page.limit), to: place, options, context)
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
