import Catalogue

/// The versions in the database. Each grows with every transaction that changes something.
///
/// Replicas replay them with the data: a server with greater versions has everything written up to there. After a
/// promotion the versions continue above all earlier ones, so that a number never stands for two states.
struct StoredVersions: Hashable, Sendable {
    var items: UInt64 = 0
    var users: UInt64 = 0
    /// ``ItemVersion/history``; 0 if unknown.
    var itemHistory: UInt64 = 0

    /// Counts promotions.
    var history: UInt64 { users >> PostgreSQLStore.versionBits }

    var itemVersion: ItemVersion { ItemVersion(history: itemHistory, number: Int64(bitPattern: items)) }

    /// Whether a server with these versions has everything that one with the others has.
    func covers(_ other: Self) -> Bool { items >= other.items && users >= other.users }
}

extension StoredVersions {
    /// From the columns `item_version`, `user_version` and `history`, which come first in the first row.
    init(_ rows: Rows) throws(StoreError) {
        guard let row = rows.first else { throw .emptyStore }
        items = UInt64(bitPattern: try row.int64(0))
        users = UInt64(bitPattern: try row.int64(1))
        itemHistory = UInt64(bitPattern: try row.int64(2))
    }
}

extension PostgreSQLStore {
    /// The number of low bits of a version that count changes between two promotions. The bits above count promotions,
    /// and leave room for the resets of ``KnownVersions``.
    package static let versionBits = 36
}

/// The known changes that a read must see.
enum ReadConsistency {
    case any
    case items
    case record(of: UserID)
    /// All changes.
    case latest
}
