import Catalogue

/// One state of a store's tables, for copying them elsewhere.
package final class TableExport {
    private let connection: Connection

    /// Migrates the file at `path`, and keeps its state, whatever other processes write.
    /// - Throws: the errors of ``SQLiteStore/init(path:readers:clock:)``.
    package init(path: String) throws(StoreError) {
        _ = try SQLiteStore(path: path, readers: 1)
        connection = try Connection(path: path, access: .read)
        try connection.run(.begin)
        // Reading opens the transaction.
        _ = try connection.version()
    }

    /// Runs a query.
    package func rows(_ query: String) throws(StoreError) -> StoredRows {
        StoredRows(statement: try connection.statement(query), connection: connection)
    }
}

/// The rows of a query, in order.
package struct StoredRows {
    fileprivate let statement: Statement
    /// A statement does not retain its connection.
    fileprivate let connection: Connection

    /// Returns the columns of the next row; `nil` after the last one.
    package func next() throws(StoreError) -> [StoredValue]? {
        guard try statement.step() else { return nil }
        return (0..<statement.columnCount).map { statement.value($0) }
    }
}

/// A value of any SQLite type.
package enum StoredValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}
