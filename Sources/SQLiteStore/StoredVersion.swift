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
        switch tables {
        case .listings: try known(prepare(SQL.version).first { StoredVersion($0) })
        case .items: try known(prepare(CatalogueSQL.versions).first { StoredVersion($0) })
        }
    }

    /// Gives what the open transaction has changed its next version, and returns them all.
    func changeVersion(of touched: Touched) throws(StoreError) -> StoredVersion {
        let catalogue = touched.contains(.catalogue) ? 1 : 0
        let openings = touched.contains(.openings) ? 1 : 0
        let users = touched.contains(.users) ? 1 : 0
        let statement =
            switch tables {
            case .listings: try prepare(SQL.changeVersion, catalogue, openings, users)
            case .items: try prepare(CatalogueSQL.changeVersions, catalogue, users)
            }
        return try known(statement.first { StoredVersion($0) })
    }

    private func known(_ version: StoredVersion?) throws(StoreError) -> StoredVersion {
        guard let version else { throw .defect("the store has no version") }
        return version
    }
}
