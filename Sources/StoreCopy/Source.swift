import PostgreSQL
import Catalogue
import Revisions
import SQLiteStore

/// The store that is copied, in one state of it.
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
        of table: Table,
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

    private func values(of row: ArraySlice<StoredValue>, in table: Table) throws(StoreCopyError) -> [Value] {
        var rest = row
        var values: [Value] = []
        values.reserveCapacity(table.columns.count)
        for column in table.columns {
            guard let value = column.value(of: &rest) else {
                throw .unfit(table: table.name, column: column.name, row: row.map(\.text).joined(separator: " | "))
            }
            values.append(value)
        }
        return values
    }

    // MARK: The store as a whole

    /// Whatever changes with any change of what is copied, and differs from store to store.
    func revision() throws(StoreCopyError) -> Revision {
        let row = try one(
            """
            SELECT catalogue_version, openings_version, users_version, lost_feedback, hex(sealing_key),
                (SELECT seq FROM sqlite_sequence WHERE name = 'feedback'),
                (SELECT count(*) FROM feedback), (SELECT min(position) FROM feedback)
            FROM store WHERE key > ?
            """
        )
        return Revision { for value in row { $0.combine(value.text) } }
    }

    /// The greatest key that was ever given to an item.
    func lastKey() throws(StoreCopyError) -> Int64 {
        try one(
            """
            SELECT ifnull(max(seq), 0) FROM sqlite_sequence
            WHERE name IN ('listing', 'brand', 'product', 'collection') AND seq > ?
            """
        )[0].integer
    }

    /// How many rows the tables have, all together.
    func count(_ tables: [Table]) throws(StoreCopyError) -> Int {
        var count: Int64 = 0
        for table in tables { count += try one("SELECT count(*) FROM (\(table.query))")[0].integer }
        return Int(count)
    }

    // MARK: Asking

    private func one(_ query: String) throws(StoreCopyError) -> [StoredValue] {
        guard let row = try next(of: rows(query, 0)) else { throw .source(.defect("nothing is found by \(query)")) }
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
