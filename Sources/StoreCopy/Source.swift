import PostgreSQL
import Catalogue
import Revisions
import SQLiteStore

/// One state of the store that is copied.
struct Source {
    private let tables: StoredTables

    init(_ path: String) throws(StoreCopyError) {
        do throws(StoreError) {
            tables = try StoredTables(path: path)
        } catch {
            throw .source(error)
        }
    }

    /// Calls `visit` with the marks and the values of the table's rows whose marks are above `mark`, in their order.
    func forEachRow(
        of table: CopiedTable,
        after mark: Int64 = 0,
        _ visit: (_ mark: Int64, _ values: [Value]) throws(StoreCopyError) -> Void
    ) throws(StoreCopyError) {
        let rows = try self.rows(table.query, mark)
        while let row = try next(of: rows) {
            guard case .integer(let mark) = row.first else {
                throw .source(.defect("a row of \(table.name) has no mark"))
            }
            try visit(mark, values(of: row.dropFirst(), in: table))
        }
    }

    private func values(of row: ArraySlice<StoredValue>, in table: CopiedTable) throws(StoreCopyError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(table.columns.count)
        for (column, stored) in zip(table.columns, row) {
            guard let value = column.value(of: stored) else {
                let text = row.map(\.text).joined(separator: " | ")
                throw .unfit(table: table.name, column: column.name, row: text)
            }
            values.append(value)
        }
        return values
    }

    // MARK: The store as a whole

    /// A revision that changes with any change of the store, and differs from store to store.
    func revision() throws(StoreCopyError) -> Revision {
        let row = try one(
            """
            SELECT \(StoredTable.store.columns.filter { $0.type != .bytes }.map(\.name).joined(separator: ", ")),
                hex(signing_key), (SELECT seq FROM sqlite_sequence WHERE name = 'event'),
                (SELECT count(*) FROM event), (SELECT min(position) FROM event)
            FROM store WHERE key > ?
            """
        )
        return Revision { for value in row { $0.combine(value.text) } }
    }

    /// The version of the items.
    func itemVersion() throws(StoreCopyError) -> Int64 {
        try one("SELECT item_version FROM store WHERE key > ?")[0].integer
    }

    /// How many rows the tables have, all together.
    func count(_ tables: [CopiedTable]) throws(StoreCopyError) -> Int {
        var count: Int64 = 0
        for table in tables { count += try one("SELECT count(*) FROM (\(table.query))")[0].integer }
        return Int(count)
    }

    // MARK: Queries

    private func one(_ query: String) throws(StoreCopyError) -> [StoredValue] {
        guard let row = try next(of: rows(query, 0)) else { throw .source(.defect("no row is found by \(query)")) }
        return row
    }

    private func rows(_ query: String, _ parameter: Int64) throws(StoreCopyError) -> StoredRows {
        do throws(StoreError) {
            return try tables.rows(query, parameter)
        } catch {
            throw .source(error)
        }
    }

    private func next(of rows: StoredRows) throws(StoreCopyError) -> [StoredValue]? {
        do throws(StoreError) {
            return try rows.next()
        } catch {
            throw .source(error)
        }
    }
}

extension StoredValue {
    /// The number; 0 where it is something else.
    fileprivate var integer: Int64 { if case .integer(let number) = self { number } else { 0 } }

    /// The value for a person to read.
    fileprivate var text: String {
        switch self {
        case .null: "-"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
