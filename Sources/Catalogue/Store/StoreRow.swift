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
    package init(_ row: any StoredRow) throws(StoreError) {
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

    package init(_ row: any StoredRow) throws(StoreError) {
        versions = try StoredVersions(row)
        oldestVersion = try row.int64(3)
        nextArrival = try row.int64(4)
        eventPosition = try row.int64(5)
        acknowledgedPosition = try row.int64(6)
        signingKey = try row.bytes(7)
    }

    /// The position of the last acknowledged event; 0 if there is none.
    var acknowledged: Int64 { max(0, acknowledgedPosition) }

    var checkedSigningKey: [UInt8] {
        get throws(StoreError) {
            guard signingKey.count == StoreLimits.signingKeyLength else {
                throw .defect("the store has no signing key")
            }
            return signingKey
        }
    }

    func knowsChanges(since version: ItemVersion) -> Bool {
        let current = versions.itemVersion
        return version.history == current.history && oldestVersion <= version.number
            && version.number <= max(oldestVersion, current.number)
    }
}
