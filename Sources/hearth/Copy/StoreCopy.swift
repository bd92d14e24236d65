import Catalogue
import PostgreSQLStore

/// Copies a store from an SQLite file into a PostgreSQL database, completely or not at all.
///
/// A copy is one transaction of the database, which ends where all rows are there and were read again. It has one state of the
/// source: later writes to the source are not copied, so stop all writers first.
public struct StoreCopy {
    private let path: String
    private let url: String

    /// How many rows are copied, or read again, at a time.
    private static let batch = 4_096

    /// A table that was copied.
    public struct TextTable: Hashable, Sendable {
        /// The name of the table.
        public let name: String
        /// The content in the source.
        public internal(set) var source = Digest()
        /// The content in the target.
        public internal(set) var target = Digest()
    }

    /// A checksum of a table's content that does not depend on the order of its rows, to compare with others of this process.
    public struct Digest: Hashable, Sendable {
        /// How many rows there are.
        public private(set) var rows = 0
        /// The sum of the rows' hashes, modulo 2⁶⁴.
        private var sum = 0

        mutating func add(_ batch: [[Value]]) {
            rows += batch.count
            for row in batch { sum &+= row.hashValue }
        }
    }

    /// A copy that has yet to run.
    /// - Parameters:
    ///   - path: The source's file, which has to exist. A file of an earlier version is migrated.
    ///   - url: The target's servers, as libpq reads them: `postgresql://user@host/hearth`. The database is empty.
    public init(from path: String, to url: String) {
        self.path = path
        self.url = url
    }

    /// Copies the store and compares both sides. Blocks the thread until then.
    /// - Parameter progress: called with how many rows were copied and read again, and how many there are to do both with.
    /// - Returns: the tables, which are the same on both sides.
    /// - Throws: ``StoreCopyError``.
    public func run(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(StoreCopyError) -> [TextTable] {
        do {
            return try copy(progress)
        } catch let error as StoreCopyError {
            throw error
        } catch let error as PostgreSQLError {
            throw .target(StoreError(error))
        } catch let error as StoreError {
            throw .source(error)
        } catch {
            throw .source(.defect("\(error)"))
        }
    }

    private func copy(_ progress: (_ done: Int, _ total: Int) -> Void) throws -> [TextTable] {
        let source = try CopySource(path)
        let target = try CopyTarget(url)
        var (done, total) = (0, 0)
        for table in CopiedTable.all { total += try 2 * source.count(table) }
        func advance(by rows: Int) {
            done += rows
            progress(done, total)
        }
        var tables: [TextTable] = []
        for table in CopiedTable.all {
            var copied = TextTable(name: table.name)
            try source.forEachBatch(Self.batch, of: table) { rows in
                copied.source.add(rows)
                try target.append(rows, to: table)
                advance(by: rows.count)
            }
            try target.forEachBatch(Self.batch, of: table) { rows in
                copied.target.add(rows)
                advance(by: rows.count)
            }
            tables.append(copied)
        }
        var store = TextTable(name: CopiedTable.store.name)
        try source.forEachBatch(1, of: .store) { rows in
            store.source.add(rows)
            try target.complete(with: rows[0], itemVersion: source.number("SELECT item_version FROM store"))
        }
        try target.forEachBatch(1, of: .store) { store.target.add($0) }
        tables.append(store)
        guard tables.allSatisfy({ $0.source == $0.target }) else { throw StoreCopyError.differs(tables) }
        try target.commit()
        return tables
    }
}
