import PostgreSQL

/// The versions as they stand in the database, each one greater with every transaction that changed something.
///
/// They are a clock as well: replicas replay them with everything else, so that one where they stand high enough has whatever was
/// written up to there.
///
/// A promotion begins another history, without what the new primary was not sent of the one before. Its first versions are above all
/// that there were (``first(on:)``), so that the same numbers never stand for two things.
struct StoredVersions: Hashable, Sendable {
    var catalogue: UInt64 = 0
    var openings: UInt64 = 0
    var users: UInt64 = 0

    init(catalogue: UInt64 = 0, openings: UInt64 = 0, users: UInt64 = 0) {
        self.catalogue = catalogue
        self.openings = openings
        self.users = users
    }

    /// The versions of three columns from `first` on.
    init(_ row: Row, from first: Int = 0) {
        func version(_ column: Int) -> UInt64 { UInt64(bitPattern: row.int(column) ?? 0) }
        self.init(catalogue: version(first), openings: version(first + 1), users: version(first + 2))
    }

    /// Where in a version its history stands, above more changes than are made between two promotions, and below what
    /// ``KnownVersions`` adds.
    static let historyShift = 36

    /// The first versions of the history that a primary writes on this timeline.
    static func first(on timeline: Int64) -> UInt64 { UInt64(timeline) << historyShift }

    /// The timeline of the history that they are of, as far as that was begun.
    var history: UInt64 { users >> Self.historyShift }

    /// Whether whoever has these has those as well.
    func covers(_ other: Self) -> Bool {
        catalogue >= other.catalogue && openings >= other.openings && users >= other.users
    }
}
