import Catalogue
import PostgreSQL

/// The row that concerns the store as a whole, as a transaction reads and saves it.
struct StoreRow: Hashable, Sendable {
    /// ``ItemVersion/history``.
    let history: UInt64
    /// The version of the items.
    var itemVersion: Int64
    /// The version of the users' records.
    var userVersion: Int64
    /// The next place in the order of arrival, and in collections.
    var nextArrival: Int64
    /// The position of the last event.
    var eventPosition: Int64
    /// The position of the last event that an external service has taken.
    var acknowledgedPosition: Int64

    /// The row that ``SQL/lockStoreText`` gives.
    init(_ row: Row) throws(StoreError) {
        history = UInt64(bitPattern: try row.int64(0))
        itemVersion = try row.int64(1)
        userVersion = try row.int64(2)
        nextArrival = try row.int64(3)
        eventPosition = try row.int64(4)
        acknowledgedPosition = try row.int64(5)
    }

    /// What saves it.
    var saving: BoundStatement {
        SQL.saveStore(
            .int8(itemVersion),
            .int8(userVersion),
            .int8(nextArrival),
            .int8(eventPosition),
            .int8(acknowledgedPosition)
        )
    }

    /// The versions that it tells.
    var versions: StoredVersions {
        StoredVersions(
            items: UInt64(bitPattern: itemVersion),
            users: UInt64(bitPattern: userVersion),
            itemHistory: history
        )
    }
}
