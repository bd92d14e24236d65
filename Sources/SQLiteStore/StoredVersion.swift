import Catalogue

/// The versions in the file, each one greater with every transaction that changed something.
struct StoredVersion {
    /// The version of the items.
    let items: UInt64
    /// The version of the users' records.
    let users: UInt64

    /// The versions of a row of `SQL.versions`.
    init(_ row: Statement) {
        items = UInt64(bitPattern: row.int64(0))
        users = UInt64(bitPattern: row.int64(1))
    }
}

extension Connection {
    /// The versions of the last commit.
    func version() throws(StoreError) -> StoredVersion {
        try prepare(.versions).only { StoredVersion($0) }
    }

    /// Raises the versions of what the open transaction has changed.
    /// - Returns: all versions.
    func changeVersion(of touched: Touched) throws(StoreError) -> StoredVersion {
        let (items, users) = (touched.contains(.items) ? 1 : 0, touched.contains(.users) ? 1 : 0)
        return try prepare(.changeVersions, items, users).only { StoredVersion($0) }
    }
}
