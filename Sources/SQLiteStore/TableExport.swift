import Catalogue

/// One state of a store's tables, for copying them elsewhere.
package final class TableExport {
    private let connection: Connection

    /// Keeps the state of the file at `path`, whatever other processes write.
    /// - Throws: the errors of ``SQLiteStore/init(path:readers:clock:)``.
    package init(path: String) throws(StoreError) {
        connection = try Connection(path: path, access: .read)
        try connection.run(.begin)
        // Reading opens the transaction.
        try Schema.check(connection)
    }

    package func rows(_ query: String) throws(StoreError) -> StoredRows {
        StoredRows(statement: try connection.statement(query), connection: connection)
    }
}

package struct StoredRows {
    fileprivate let statement: Statement
    /// A statement does not retain its connection.
    fileprivate let connection: Connection

    /// `nil` after the last row.
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
