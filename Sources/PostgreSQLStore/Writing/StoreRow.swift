import Catalogue

/// The row that concerns the store as a whole, as a transaction reads and saves it.
struct StoreRow: Hashable, Sendable {
    /// The versions that it tells.
    var versions: StoredVersions
    /// The next place in the order of arrival, and in collections.
    var nextArrival: Int64
    /// The position of the last event.
    var eventPosition: Int64
    /// The position of the last event that an external service has taken.
    var acknowledgedPosition: Int64

    /// The row that ``SQL/lockStore`` gives.
    init(_ row: Row) throws(StoreError) {
        versions = try StoredVersions(row, from: 0)
        nextArrival = try row.int64(3)
        eventPosition = try row.int64(4)
        acknowledgedPosition = try row.int64(5)
    }

    /// What saves it.
    var saving: Statement {
        SQL.saveStore(
            .int8(Int64(bitPattern: versions.items)),
            .int8(Int64(bitPattern: versions.users)),
            .int8(nextArrival),
            .int8(eventPosition),
            .int8(acknowledgedPosition)
        )
    }
}
