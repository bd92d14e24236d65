import PostgreSQL
public import Catalogue

extension PostgreSQLStore {
    /// Reads all that may belong to the page off the index of places, and sorts it by the exact distances.
    public func nearby(
        _ area: Area,
        after position: NearbyPosition?,
        at now: Int64,
        limit: Int
    ) async throws(StoreError) -> [NearbyHit] {
        guard limit > 0 else { return [] }
        let statement = SQL.nearby(
            .float8(area.center.latitude),
            .float8(area.center.longitude),
            .float8(Reach.outer(area.radius)),
            .float8(position.map { Reach.inner($0.distance) } ?? -1),
            .float8(position.map { Reach.outer($0.distance) } ?? -1),
            .text(position?.id ?? ""),
            .int8(now),
            .int8(Int64(limit))
        )
        let rows = try await read(.catalogue, statement)[0]
        var hits: [NearbyHit] = []
        hits.reserveCapacity(rows.count)
        for row in 0..<rows.count {
            guard let place = try rows[row].place(7) else { continue }
            let distance = area.center.distance(to: place)
            if distance > area.radius { continue }
            if let position, distance < position.distance { continue }
            let hit = NearbyHit(listing: try ListingHit(rows[row]), distance: distance)
            if let position, !position.precedes(NearbyPosition(of: hit)) { continue }
            hits.append(hit)
        }
        hits.sort { NearbyPosition(of: $0).precedes(NearbyPosition(of: $1)) }
        if hits.count > limit { hits.removeLast(hits.count - limit) }
        return hits
    }
}
