import Catalogue
import PostgreSQLStore
import SQLiteStore

/// Copies a store from an SQLite file into a PostgreSQL database.
///
/// The copy is one transaction, committed after all rows were read back. It contains one state of the source: later
/// writes are not copied, so stop all writers first.
enum StoreCopy {
    /// Rows that are copied or read back at a time.
    private static let batch = 4_096

    struct Table {
        let name: String
        fileprivate(set) var source = Digest()
        fileprivate(set) var target = Digest()

        var isCopied: Bool { source == target }
    }

    /// A checksum of a table that does not depend on the order of rows. Valid within this process.
    struct Digest: Equatable {
        private(set) var rows = 0
        /// The sum of the rows' hashes, modulo 2⁶⁴.
        private var sum = 0

        mutating func add(_ batch: [[StoredValue]]) {
            rows += batch.count
            for row in batch { sum &+= row.hashValue }
        }
    }

    /// Blocks the thread. The database is unchanged if a table differs after the copy.
    /// - Parameters:
    ///   - path: An existing file.
    ///   - url: `postgresql://user@host/hearth`. The database must be empty.
    ///   - progress: Receives the number of processed rows and the total; each row is copied and read back.
    /// - Throws: `StoreError` of the file, ``Failure`` of the database.
    static func run(
        from path: String,
        to url: String,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> [Table] {
        let source = try SQLiteStore.snapshot(of: path)
        let target = try CopyTarget(url)
        var (done, total) = (0, 0)
        for table in StoredTable.all { total += try 2 * Int(source.number("SELECT count(*) FROM \(table.name)")) }
        func advance(by rows: Int) {
            done += rows
            progress(done, total)
        }
        var tables: [Table] = []
        for table in StoredTable.all {
            var copied = Table(name: table.name)
            try source.forEachBatch(batch, of: table) { rows in
                copied.source.add(rows)
                try target.append(rows, to: table)
                advance(by: rows.count)
            }
            try target.forEachBatch(batch, of: table) { rows in
                copied.target.add(rows)
                advance(by: rows.count)
            }
            tables.append(copied)
        }
        var store = Table(name: StoredTable.store.name)
        try source.forEachBatch(1, of: .copiedStore) { rows in
            store.source.add(rows)
            try target.complete(with: rows[0], itemVersion: source.number("SELECT item_version FROM store"))
        }
        try target.forEachBatch(1, of: .copiedStore) { store.target.add($0) }
        tables.append(store)
        if tables.allSatisfy(\.isCopied) { try target.commit() }
        return tables
    }
}

extension Connection {
    fileprivate func forEachBatch(
        _ size: Int,
        of table: StoredTable,
        _ visit: ([[StoredValue]]) throws -> Void
    ) throws {
        let rows = try statement("SELECT \(table.columnNames) FROM \(table.name)")
        var batch: [[StoredValue]] = []
        while try rows.step() {
            batch.append(try rows.values(of: table))
            guard batch.count == size else { continue }
            try visit(batch)
            batch.removeAll(keepingCapacity: true)
        }
        if !batch.isEmpty { try visit(batch) }
    }

    fileprivate func number(_ query: String) throws(StoreError) -> Int64 {
        try statement(query).first { $0.int64(0) } ?? 0
    }
}
