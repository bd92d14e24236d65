import PostgreSQL

/// The versions as they stand in the database, each one greater with every transaction that changed something.
///
/// They are a clock as well: replicas replay them with everything else, so that one where they stand high enough has whatever was
/// written up to there.
///
/// A promotion begins another history, without what the new primary was not sent of the one before. Its first versions are above all
/// that there were, so that the same numbers never stand for two things.
struct StoredVersions: Hashable, Sendable {
    var catalogue: UInt64 = 0
    var openings: UInt64 = 0
    var users: UInt64 = 0
    /// ``ItemVersion/history``; 0 where the tables have none.
    var itemHistory: UInt64 = 0

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

    /// Which of the histories they are of: each is one more than the one before.
    var history: UInt64 { users >> PostgreSQLStore.versionBits }

    /// Whether whoever has these has those as well.
    func covers(_ other: Self) -> Bool {
        catalogue >= other.catalogue && openings >= other.openings && users >= other.users
    }
}

extension PostgreSQLStore {
    /// How many of the lowest bits of a version count changes, of which there are fewer between two promotions; those above tell the
    /// history, and there is room left for what ``KnownVersions`` adds.
    package static let versionBits = 36
}
