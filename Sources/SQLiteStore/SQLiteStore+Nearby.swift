public import PropertyStore

extension SQLiteStore {
    /// Walks the R*Tree outward from the centre until no listing that is left can be nearer than those found.
    public func nearby(_ area: Area, limit: Int) async throws(StoreError) -> [NearbyHit] {
        guard limit > 0 else { return [] }
        return try readers.read { (connection) throws(StoreError) in
            var nearest = Nearest(limit: limit)
            let statement = try connection.prepare(.nearby)
            try statement.bind(area)
            try statement.forEach { (row) throws(StoreError) in
                let listing = try ListingHit(row)
                guard let place = listing.place else { return true }
                let distance = area.center.distance(to: place)
                // The rows come by the chord to their boxes: what follows is no nearer than this one, but for the slack.
                if let farthest = nearest.farthest, Sphere.chord(distance) - Sphere.slack > Sphere.chord(farthest) {
                    return false
                }
                if distance <= area.radius {
                    nearest.insert(NearbyHit(listing: listing, distance: distance), id: row.text(10))
                }
                return true
            }
            return nearest.hits
        }
    }
}

/// The nearest listings of those seen so far, then by id.
private struct Nearest {
    private let limit: Int
    private var found: [(hit: NearbyHit, id: String)] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// The distance beyond which nothing is taken any more; `nil` while there is room.
    var farthest: Double? { found.count < limit ? nil : found.last?.hit.distance }

    var hits: [NearbyHit] { found.map(\.hit) }

    /// Takes a listing into account. The rows are nearly in order, so that its place is near the end.
    mutating func insert(_ hit: NearbyHit, id: String) {
        var index = found.count
        while index > 0, precedes(hit, id, found[index - 1]) { index -= 1 }
        if index == limit { return }
        if found.count == limit { found.removeLast() }
        found.insert((hit, id), at: index)
    }

    private func precedes(_ hit: NearbyHit, _ id: String, _ other: (hit: NearbyHit, id: String)) -> Bool {
        if hit.distance != other.hit.distance { return hit.distance < other.hit.distance }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}
