import Catalogue

/// The versions in the database, each one greater with every transaction that changed something.
///
/// They are a clock as well: a replica replays them with everything else, so that one with greater versions has all that was
/// written up to there.
///
/// A promotion begins another history, without what the new primary was not sent of the one before. Its first versions are
/// above all earlier ones, so that the same numbers never stand for two states.
struct StoredVersions: Hashable, Sendable {
    /// The version of the items.
    var items: UInt64 = 0
    /// The version of the users' records.
    var users: UInt64 = 0
    /// ``ItemVersion/history``; 0 where it is not known.
    var itemHistory: UInt64 = 0

    /// The number of the history: each is one more than the one before.
    var history: UInt64 { users >> PostgreSQLStore.versionBits }

    /// The items' version as snapshots have it.
    var itemVersion: ItemVersion { ItemVersion(history: itemHistory, number: Int64(bitPattern: items)) }

    /// Whether a server with these versions has all that one with the others has.
    func covers(_ other: Self) -> Bool { items >= other.items && users >= other.users }
}

extension StoredVersions {
    /// The versions of a row whose columns from `first` on are `item_version`, `user_version` and `history`.
    init(_ row: Row, from first: Int) throws(StoreError) {
        items = UInt64(bitPattern: try row.int64(first))
        users = UInt64(bitPattern: try row.int64(first + 1))
        itemHistory = UInt64(bitPattern: try row.int64(first + 2))
    }
}

extension PostgreSQLStore {
    /// How many of the lowest bits of a version count changes, of which there are fewer between two promotions; those above
    /// tell the history, and there is room left for what ``KnownVersions`` adds.
    package static let versionBits = 36
}
