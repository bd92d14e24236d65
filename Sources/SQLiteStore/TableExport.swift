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

    /// To be used while this export exists.
    package func rows(_ query: String) throws(StoreError) -> Statement { try connection.statement(query) }
}
