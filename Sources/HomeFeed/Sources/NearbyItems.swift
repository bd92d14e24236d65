import Catalogue

/// How many items around the phone are wanted, and how far away they may be.
struct NearbyDemand: Sendable {
    /// In metres.
    var radius = 0.0
    var limit = 0
}

extension NearbyDemand {
    /// The most items that are worth one query: around a place, more are found as fast one query after the other.
    private static let greatestLimit = 100

    /// The demand of a widget's sources together; `nil` if none of them finds items around the phone.
    init?(of sources: [WidgetSource]) {
        for source in sources {
            guard let nearby = source.source as? NearbySource else { continue }
            // One more tells whether there are further pages.
            add(NearbyDemand(radius: nearby.radius, limit: source.limit + 1))
        }
        if limit == 0 { return nil }
    }

    /// The demand of a home's widgets together; `nil` if there is none, or if separate queries are as fast.
    init?(of widgets: [WidgetPlan]) {
        for widget in widgets { if let demand = widget.nearbyDemand { add(demand) } }
        if limit == 0 || limit > Self.greatestLimit { return nil }
    }

    private mutating func add(_ other: NearbyDemand) {
        radius = max(radius, other.radius)
        limit += other.limit
    }
}

/// The nearest items that a query of a home has found, from which later sources take theirs.
struct NearbyItems {
    fileprivate let demand: NearbyDemand
    fileprivate let options: ItemQueryOptions
    fileprivate let found: [FoundItem]

    fileprivate func covers(_ wanted: NearbyDemand, _ options: ItemQueryOptions) -> Bool {
        wanted.radius <= demand.radius && options.kinds == self.options.kinds && options.filter == self.options.filter
    }
}

extension Candidates {
    /// Appends the nearest items for a source, nearest first: one query for all sources of the home.
    mutating func appendNearest(
        _ wanted: NearbyDemand,
        to place: Coordinate,
        _ options: ItemQueryOptions,
        _ context: FeedContext
    ) {
        let start = items.count
        if let nearest, nearest.covers(wanted, options) {
            if append(nearest, as: wanted, in: context.snapshot) { return }
            found.removeLast(items.count - start)
            items.removeSubrange(start...)
        }
        let demand = NearbyDemand(
            radius: max(wanted.radius, nearbyDemand?.radius ?? 0),
            limit: max(wanted.limit, nearbyDemand?.limit ?? 0)
        )
        let area = Area(center: place, radius: demand.radius)
        let page = CandidateRequest(limit: demand.limit)
        let found = options.items(context, page, in: area, by: .distance(from: place), without: excluded) ?? []
        nearest = NearbyItems(demand: demand, options: options, found: found)
        // None of these is excluded.
        for item in found.prefix(wanted.limit) where item.distance <= wanted.radius {
            append(item, Mark(distance: item.distance))
        }
    }

    /// - Returns: `false` if there may be others.
    private mutating func append(_ nearest: NearbyItems, as wanted: NearbyDemand, in snapshot: CatalogueSnapshot)
        -> Bool
    {
        let end = items.count + wanted.limit
        for item in nearest.found {
            if items.count == end || item.distance > wanted.radius { return true }
            if !excluded.contains(item.row, in: snapshot) { append(item, Mark(distance: item.distance)) }
        }
        return items.count == end || nearest.found.count < nearest.demand.limit
    }
}
