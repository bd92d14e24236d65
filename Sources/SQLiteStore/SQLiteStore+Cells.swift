import PropertyStore

/// Where to look for the newest listings of an area: the cells that it has a part in.
struct Cover {
    let area: Area
    let box: Box
    let grid: Grid
    /// Those in the middle first.
    let cells: [Int64]

    /// The cover by the finest grid in which it has few enough cells; `nil` where there is none.
    init?(_ area: Area) {
        guard let box = Box(area) else { return nil }
        for grid in [Grid.fine, .middle, .coarse] {
            guard let cells = grid.cells(in: box) else { continue }
            (self.area, self.box, self.grid, self.cells) = (area, box, grid, cells)
            return
        }
        return nil
    }
}

extension Connection {
    /// The newest of an area, by way of its cells: what was listed in all of them lately, then what was listed before that,
    /// and so on until there are enough. Little more is read than it takes, however many listings the cells have.
    func newest(
        in cover: Cover,
        matching criteria: SearchCriteria,
        after position: NewestPosition?,
        at now: Int64,
        limit: Int
    ) throws(StoreError) -> [ListingHit] {
        // Every id comes after the empty one.
        let position = position ?? NewestPosition(listedAt: .max, id: "")
        let statement = try prepare(cover.grid.newest, criteria, at: now)
        try statement.bind(from: 14, criteria.market, position.listedAt, position.id)
        try statement.bind(from: 18, cover.box.south, cover.box.north, cover.box.west, cover.box.east)
        var latest = position.listedAt
        var (earliest, span) = try lately(in: cover, until: latest, limit: limit)
        var newest: [ListingHit] = []
        while true {
            var found: [ListingHit] = []
            for cell in cover.cells {
                try statement.bind(from: 17, cell)
                try statement.bind(from: 22, earliest, latest)
                try statement.collect(into: &found, in: cover.area, limit: found.count + limit)
            }
            found.sort { $0.isListed(before: $1) }
            newest += found.prefix(limit - newest.count)
            if newest.count == limit || earliest == .min { return newest }
            // As much farther back as it should take by what was found.
            let missing = Double(limit - newest.count)
            span *= found.isEmpty ? 4 : min(max(1, missing / Double(found.count)), 4)
            latest = earliest - 1
            earliest = Double(latest) - span > -0x1p62 ? latest - Int64(span) : .min
        }
    }

    /// Since when about as many listings have come into the area's cells as are asked for, and how long that is, in seconds:
    /// by the first of the cells that has its share of them. Where none has, everything is lately.
    private func lately(
        in cover: Cover,
        until latest: Int64,
        limit: Int
    ) throws(StoreError) -> (earliest: Int64, span: Double) {
        // The box is about as large as the area, and the cells are up to twice as large as the box.
        let share = 2 + 2 * min(limit, Self.probed) / cover.cells.count
        for cell in cover.cells {
            var dates: (first: Int64, last: Int64)?
            var count = 0
            try prepare(cover.grid.dates, cell, latest).forEach { row in
                let date = row.int64(0)
                dates = (dates?.first ?? date, date)
                count += 1
                return count < share
            }
            if let dates, count == share { return (dates.last, Double(dates.first) - Double(dates.last) + 1) }
        }
        return (.min, 0)
    }

    /// How many listings it takes at most to see how often one comes.
    private static let probed = 100
}

extension ListingHit {
    fileprivate func isListed(before other: ListingHit) -> Bool {
        if listedAt != other.listedAt { return listedAt > other.listedAt }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}
