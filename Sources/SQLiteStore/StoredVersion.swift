import Catalogue

/// The versions in the file, each one greater with every transaction that changed something.
struct StoredVersion: Hashable {
    /// The version of the items.
    var items: UInt64 = 0
    /// The version of the users' records.
    var users: UInt64 = 0
}

extension StoredVersion {
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

    /// Raises the versions by ``Connection/raise``.
    /// - Returns: the versions that the open transaction makes.
    func raiseVersion() throws(StoreError) -> StoredVersion {
        try prepare(.raiseVersions, Int64(raise.items), Int64(raise.users)).only { StoredVersion($0) }
    }
}
