/// The versions in a store. Each grows with every transaction that changes something.
package struct StoredVersions: Hashable, Sendable {
    package var items: UInt64
    package var users: UInt64
    /// ``ItemVersion/history``; 0 if unknown.
    package var history: UInt64

    package init(items: UInt64 = 0, users: UInt64 = 0, history: UInt64 = 0) {
        (self.items, self.users, self.history) = (items, users, history)
    }

    /// Reads the first columns of ``StoredTable/store``.
    package init(_ row: some StoredRow) throws(StoreError) {
        items = UInt64(bitPattern: try row.int64(0))
        users = UInt64(bitPattern: try row.int64(1))
        history = UInt64(bitPattern: try row.int64(2))
    }

    package var itemVersion: ItemVersion { ItemVersion(history: history, number: Int64(bitPattern: items)) }
}

/// The columns of ``StoredTable/store``.
package struct StoreRow: Hashable, Sendable {
    package var versions: StoredVersions
    private let oldestVersion: Int64
    var nextArrival: Int64
    var eventPosition: Int64
    var acknowledgedPosition: Int64
    private let signingKey: [UInt8]

    package init(_ row: some StoredRow) throws(StoreError) {
        versions = try StoredVersions(row)
        oldestVersion = try row.int64(3)
        nextArrival = try row.int64(4)
        eventPosition = try row.int64(5)
        acknowledgedPosition = try row.int64(6)
        signingKey = try row.bytes(7)
    }

    /// The values that transactions change: of the columns `item_version`, `user_version`, `next_arrival`,
    /// `event_position` and `acknowledged_position`.
    package var changingValues: [StoredValue] {
        [
            .integer(Int64(bitPattern: versions.items)), .integer(Int64(bitPattern: versions.users)),
            .integer(nextArrival), .integer(eventPosition), .integer(acknowledgedPosition),
        ]
    }

    /// The position of the last acknowledged event; 0 if there is none.
    package var acknowledged: Int64 { max(0, acknowledgedPosition) }

    package var checkedSigningKey: [UInt8] {
        get throws(StoreError) {
            guard signingKey.count == StoreLimits.signingKeyLength else {
                throw .defect("the store has no signing key")
            }
            return signingKey
        }
    }

    /// Whether items changed since `version`; `nil` if the store does not know, and everything must be read again.
    package func hasChanges(since version: ItemVersion) -> Bool? {
        let current = versions.itemVersion
        let known = oldestVersion...max(oldestVersion, current.number)
        guard version.history == current.history, known.contains(version.number) else { return nil }
        return version != current
    }
}
