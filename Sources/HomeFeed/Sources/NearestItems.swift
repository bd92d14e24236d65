import Catalogue

/// How many items around the phone are wanted, and how far away they may be.
struct NearestDemand: Sendable {
    /// In metres.
    var radius: Double
    var limit: Int

    /// The most items that are worth one query: around a place, more are found as fast one query after the other.
    private static let greatestLimit = 100

    /// What the sources of a widget want together; `nil` if none is of items around the phone.
    init?(of sources: [WidgetSource]) {
        self.init(radius: 0, limit: 0)
        for source in sources {
            guard let nearby = source.source as? NearbySource else { continue }
            // One more tells whether there are further pages.
            add(NearestDemand(radius: nearby.radius, limit: source.limit + 1))
        }
        if limit == 0 { return nil }
    }

    init(radius: Double, limit: Int) {
        self.radius = radius
        self.limit = limit
    }

    /// What all widgets of a home want together; `nil` if they are better asked one by one.
    init?(of widgets: [WidgetPlan]) {
        self.init(radius: 0, limit: 0)
        for widget in widgets { if let demand = widget.nearestDemand { add(demand) } }
        if limit == 0 || limit > Self.greatestLimit { return nil }
    }

    private mutating func add(_ other: NearestDemand) {
        radius = max(radius, other.radius)
        limit += other.limit
    }
}

/// The nearest items that a query of a home has found, from which later sources take theirs.
struct NearestItems {
    fileprivate let demand: NearestDemand
    fileprivate let options: ItemQueryOptions
    fileprivate let found: [FoundItem]

    /// Those that a source wants; `nil` if there may be others.
    fileprivate func items(
        _ wanted: NearestDemand,
        _ options: ItemQueryOptions,
        _ snapshot: CatalogueSnapshot,
        without excluded: ExcludedItems
    ) -> [FoundItem]? {
        guard wanted.radius <= demand.radius, options.kinds == self.options.kinds, options.filter == self.options.filter
        else { return nil }
        var items: [FoundItem] = []
        items.reserveCapacity(wanted.limit)
        for item in found {
            if items.count == wanted.limit || item.distance > wanted.radius { return items }
            if !excluded.contains(item.row, in: snapshot) { items.append(item) }
        }
        return items.count == wanted.limit || found.count < demand.limit ? items : nil
    }
}

extension Candidates {
    /// The nearest items for a source, nearest first: one query for all sources of the home.
    mutating func nearest(
        _ wanted: NearestDemand,
        to place: Coordinate,
        _ options: ItemQueryOptions,
        _ context: FeedContext,
        without excluded: ExcludedItems
    ) -> [FoundItem] {
        if let known = nearest?.items(wanted, options, context.snapshot, without: excluded) { return known }
        let demand = NearestDemand(
            radius: max(wanted.radius, nearestDemand?.radius ?? 0),
            limit: max(wanted.limit, nearestDemand?.limit ?? 0)
        )
        let area = Area(center: place, radius: demand.radius)
        let page = CandidatePage(limit: demand.limit)
        let found =
            options.items(context, page, in: area, by: .distance(from: place), without: excluded) ?? []
        let items = NearestItems(demand: demand, options: options, found: found)
        nearest = items
        return items.items(wanted, options, context.snapshot, without: excluded) ?? []
    }
}
