import HomeDocument
import Catalogue

/// A cell of a grid over the Earth, small enough that whoever is in it has nearly the same listings nearby: what is near
/// to one of them is worked out of what is near to all.
struct Neighbourhood: Hashable, Sendable {
    /// How many cells a degree has, of latitude and of longitude: one is at most 109 m wide and high.
    private static let cellsPerDegree = 1024.0
    /// How far a corner of a cell is from its centre, at most, in metres.
    private static let reach = 80.0

    private let row: Int
    private let column: Int

    /// That which the place is in.
    init(of place: Coordinate) {
        row = Int((place.latitude * Self.cellsPerDegree).rounded(.down))
        column = Int((place.longitude * Self.cellsPerDegree).rounded(.down))
    }

    /// The middle of it; `nil` beyond a pole or the antimeridian, where a cell is but an edge.
    private var center: Coordinate? {
        Coordinate(
            latitude: (Double(row) + 0.5) / Self.cellsPerDegree,
            longitude: (Double(column) + 0.5) / Self.cellsPerDegree
        )
    }

    /// All listings that may be among the `limit` nearest, within `radius`, of any place in it; `nil` where they are
    /// so many that a place is better asked about by itself.
    ///
    /// Let D be the distance from the centre to the last of its own `limit` nearest. From a place in the cell these are no
    /// farther than D + reach, so that what is nearer to it than any of them is within D + 2 · reach of the centre.
    func listings(
        _ limit: Int,
        within radius: Double,
        of store: any PropertyStore,
        at now: Int64
    ) async throws(StoreError) -> [NearbyHit]? {
        guard let center else { return nil }
        let most = 4 * limit + 64
        let whole = radius + Self.reach
        let nearest = try await store.nearby(Area(center: center, radius: whole), at: now, limit: limit)
        guard nearest.count == limit, let last = nearest.last else { return nearest }
        let area = Area(center: center, radius: min(last.distance + 2 * Self.reach, whole))
        let found = try await store.nearby(area, at: now, limit: most)
        return found.count < most ? found : nil
    }
}

extension Answer {
    /// The answer to a query for what is nearby, out of one that holds it; `nil` where that holds nothing of use.
    convenience init?(to query: Query, outOf around: Answer) {
        guard case .nearby(let area, nil, let limit) = query, around.isWhole else { return nil }
        var near: [(distance: Double, id: String, subject: Subject)] = []
        near.reserveCapacity(around.count)
        for subject in around.subjects {
            guard let hit = subject.listing, let place = hit.place else { continue }
            let distance = area.center.distance(to: place)
            if distance <= area.radius { near.append((distance, hit.id, subject)) }
        }
        near.sort { one, other in
            one.distance == other.distance
                ? one.id.utf8.lexicographicallyPrecedes(other.id.utf8) : one.distance < other.distance
        }
        let nearest = near.prefix(limit)
        self.init(nearest.map(\.subject), distances: nearest.map(\.distance), expiresAt: around.expiresAt)
    }
}
