public import Catalogue

extension SQLiteStore {
    /// Walks the R*Tree outward from the position until no listing that is left can be nearer than those found.
    public func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            var nearest = Nearest(after: position, limit: limit)
            let statement = try connection.prepare(.nearby)
            try statement.bind(area, beyond: position?.distance ?? 0)
            try statement.bind(from: 6, now)
            try statement.forEach { (row) throws(StoreError) in
                guard let place = try row.place(7, 8) else { return true }
                let distance = area.center.distance(to: place)
                // The rows come by the chord to their boxes: what follows is no nearer than this one, but for the slack.
                if let farthest = nearest.farthest, Sphere.chord(distance) - Sphere.slack > Sphere.chord(farthest) {
                    return false
                }
                if distance <= area.radius, nearest.admits(distance) {
                    nearest.insert(NearbyHit(listing: try ListingHit(row), distance: distance))
                }
                return true
            }
            return nearest.hits
        }
    }
}

/// The nearest listings behind a position, of those seen so far, then by id.
private struct Nearest {
    private let position: NearbyPosition?
    private let limit: Int
    private(set) var hits: [NearbyHit] = []

    init(after position: NearbyPosition?, limit: Int) {
        self.position = position
        self.limit = limit
    }

    /// The distance beyond which nothing is taken any more; `nil` while there is room.
    var farthest: Double? { hits.count < limit ? nil : hits.last?.distance }

    /// Whether a listing so far away may be taken, as far as its distance tells.
    func admits(_ distance: Double) -> Bool {
        if let position, distance < position.distance { return false }
        return farthest.map { distance <= $0 } ?? true
    }

    /// Takes a listing into account. The rows are nearly in order, so that its place is near the end.
    mutating func insert(_ hit: NearbyHit) {
        let place = NearbyPosition(of: hit)
        if let position, !position.precedes(place) { return }
        var index = hits.count
        while index > 0, place.precedes(NearbyPosition(of: hits[index - 1])) { index -= 1 }
        if index == limit { return }
        if hits.count == limit { hits.removeLast() }
        hits.insert(hit, at: index)
    }
}
