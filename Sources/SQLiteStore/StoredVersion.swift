import Catalogue

/// The versions as they stand in the file, each one greater with every transaction that changed something.
struct StoredVersion {
    let catalogue: UInt64
    let openings: UInt64
    let users: UInt64

    init(_ row: Statement) {
        catalogue = UInt64(bitPattern: row.int64(0))
        openings = UInt64(bitPattern: row.int64(1))
        users = UInt64(bitPattern: row.int64(2))
    }
}

extension Connection {
    /// The versions that the last commit has left.
    func version() throws(StoreError) -> StoredVersion {
        try known(prepare(.version).first { StoredVersion($0) })
    }

    /// Gives what the open transaction has changed its next version, and returns them all.
    func changeVersion(of touched: Touched) throws(StoreError) -> StoredVersion {
        let statement = try prepare(
            .changeVersion,
            touched.contains(.catalogue) ? 1 : 0,
            touched.contains(.openings) ? 1 : 0,
            touched.contains(.users) ? 1 : 0
        )
        return try known(statement.first { StoredVersion($0) })
    }

    private func known(_ version: StoredVersion?) throws(StoreError) -> StoredVersion {
        guard let version else { throw .defect("the store has no version") }
        return version
    }
}
