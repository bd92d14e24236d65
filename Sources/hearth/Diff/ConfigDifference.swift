/// The differences between the homes of two configs, as `--json` prints them.
struct ConfigDifference: Encodable {
    let totals: Totals
    let segments: Segments
    /// Only those that differ.
    let homes: [HomeDifference]

    /// Of all homes of the segments in both configs. The means are missing without homes.
    struct Totals: Encodable {
        let homes: Int
        let changed: Int
        let bytes: Change?
        let height: Change?
    }

    /// Those that only the old or the new config has.
    struct Segments: Encodable {
        let removed: [String]
        let added: [String]
    }

    init(from oldSegments: [String], to newSegments: [String], homes all: [HomeDifference]) {
        homes = all.filter { !$0.isEmpty }
        segments = Segments(
            removed: oldSegments.filter { !newSegments.contains($0) },
            added: newSegments.filter { !oldSegments.contains($0) }
        )
        totals = Totals(
            homes: all.count,
            changed: homes.count,
            bytes: Change(meanOf: all.map(\.bytes)),
            height: Change(meanOf: all.map(\.height))
        )
    }

    var isEmpty: Bool { homes.isEmpty && segments.removed.isEmpty && segments.added.isEmpty }
}

/// A height in points, or a number of bytes.
struct Change: Encodable {
    let before: Double
    let after: Double
}

extension Change {
    /// Rounded; `nil` without values.
    init?(meanOf changes: [Change]) {
        if changes.isEmpty { return nil }
        func mean(_ values: [Double]) -> Double { (values.reduce(0, +) / Double(values.count)).rounded() }
        self.init(before: mean(changes.map(\.before)), after: mean(changes.map(\.after)))
    }
}
