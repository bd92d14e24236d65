extension ShardScan {
    /// Offers a partition's rows around a place, until the others are too far away.
    /// - Returns: whether it offered all that may be among the first. If few rows match, a scan is faster.
    func scanPlaces(
        of partition: Shard.Partition,
        around origin: CompiledQuery.Origin,
        _ best: inout TopRows
    ) -> Bool {
        let tree = partition.places
        var reach = reach(of: origin, best)
        guard tree.isNear(origin.direction, within: reach) else { return true }
        let conditions = query.filter.conditions[partition.kind]
        let least = (best.after?.primary).map { SpatialTree.leastChord(of: SortKey.distance(of: $0)) } ?? 0
        var (limit, offered) = (best.limit + Self.sparePlaces, 0)
        let firstRow = ItemRow(shard: index, row: 0)
        while limit <= Self.mostPlaces {
            var room = InlineArray<192, NearestPoint>(repeating: NearestPoint(0, at: 0))
            var nearest = NearestPoints(limit, in: room.mutableSpan)
            tree.search(around: origin.direction, within: reach * reach) { index, row, square, bound in
                guard square >= least * least, !best.excludes(firstRow.advanced(by: row)) else { return }
                nearest.add(NearestPoint(index, at: square))
                if let farthest = nearest.farthest { bound = farthest.square }
            }
            let isLast = nearest.count < limit
            // Reads all places at once: later, the processor would wait for each.
            nearest.removeAll(from: offered) { tree.places[$0.index].expiresAt <= query.now }
            for number in offered..<max(offered, nearest.count) {
                let found = nearest[number]
                if found.square > reach * reach { return true }
                let place = tree.places[found.index]
                let distance = origin.distances.meters(to: place.coordinate)
                let key = SortKey(primary: SortKey.number(ofDistance: distance), listedAt: place.listedAt)
                if let last = best.lastKey, last < key { continue }
                let row = Int(tree.row(at: found.index))
                guard part.live[row], shard.columns.hasStarted(row, at: query.now),
                    isInArea(place.coordinate, at: distance, from: origin),
                    query.matchesAnywhere(shard, row, kind: partition.kind, conditions),
                    best.add(ItemRow(shard: index, row: row), key)
                else { continue }
                reach = self.reach(of: origin, best)
            }
            if isLast { return true }
            (limit, offered) = (limit * 4, limit)
        }
        best.removeRows { $0.shard == index && partition.rows.contains($0.row) }
        return false
    }

    private func isInArea(_ place: Coordinate, at distance: Double, from origin: CompiledQuery.Origin) -> Bool {
        if origin.isCenter { return distance <= origin.farthest }
        return query.area?.contains(latitude: place.latitude, longitude: place.longitude) ?? true
    }

    /// The chord beyond which an item is not in the query's area, or not among the nearest so far.
    private func reach(of origin: CompiledQuery.Origin, _ best: borrowing TopRows) -> Float {
        let farthest = best.lastKey.map { SortKey.distance(of: $0.primary) } ?? .infinity
        return SpatialTree.chord(of: min(origin.farthest, farthest))
    }

    /// The number of places to try around a place beyond those that are wanted: some do not match.
    private static let sparePlaces = 4
    /// The most places to try: if few of them match, a scan is faster.
    private static let mostPlaces = 192
    /// Partitions of up to this many rows are scanned by their codes, which is as fast as the spatial tree.
    private static let largePartition = 100_000
    /// The maximum number of places in an area to check one by one; beyond, a scan in the query's order is faster.
    private static let smallArea = 512

    /// Offers a partition's rows in an area, unless a scan is as fast.
    /// - Returns: whether it offered them.
    func scanSmallArea(_ area: Area, _ partition: Shard.Partition, _ best: inout TopRows) -> Bool {
        if partition.codes != nil, partition.rows.count <= Self.largePartition { return false }
        let reach = SpatialTree.chord(of: area.radius)
        let rows = partition.places.rows(around: area.center.direction, within: reach, limit: Self.smallArea)
        guard let rows else { return false }
        for row in rows { offer(Int(row), partition.kind, &best) }
        return true
    }
}
