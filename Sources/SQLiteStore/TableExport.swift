import Catalogue

/// One state of the tables of a store's file, to copy them elsewhere.
package final class TableExport {
    private let connection: Connection

    /// Migrates the file at `path` as opening the store does, and keeps the state of then, whatever other processes write.
    /// - Throws: as ``SQLiteStore/init(path:readers:clock:)``.
    package init(path: String) throws(StoreError) {
        _ = try SQLiteStore(path: path, readers: 1)
        connection = try Connection(path: path, access: .read)
        try connection.run(.begin)
        // Reading is what opens the transaction.
        _ = try connection.version()
    }

    /// Runs a query.
    package func rows(_ query: String) throws(StoreError) -> StoredRows {
        StoredRows(try connection.statement(query), of: connection)
    }
}

/// The rows of a query, one after the other.
package final class StoredRows {
    private let statement: Statement
    /// A statement does not keep its connection.
    private let connection: Connection

    fileprivate init(_ statement: Statement, of connection: Connection) {
        self.statement = statement
        self.connection = connection
    }

    /// The values of the next row, in the order of the columns; `nil` after the last one.
    package func next() throws(StoreError) -> [StoredValue]? {
        guard try statement.step() else { return nil }
        return (0..<statement.columnCount).map { statement.value($0) }
    }
}

/// A value as SQLite stores it.
package enum StoredValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}
