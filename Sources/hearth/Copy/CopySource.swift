import Catalogue
import PostgreSQLStore
import SQLiteStore

/// A consistent snapshot of the store to copy.
struct CopySource {
    private let tables: TableExport

    init(_ path: String) throws(StoreError) {
        tables = try TableExport(path: path)
    }

    func forEachBatch(_ size: Int, of table: CopiedTable, _ visit: ([[Value]]) throws -> Void) throws {
        let rows = try tables.rows(table.query)
        var batch: [[Value]] = []
        while let row = try rows.next() {
            batch.append(try values(of: row, in: table))
            guard batch.count == size else { continue }
            try visit(batch)
            batch.removeAll(keepingCapacity: true)
        }
        if !batch.isEmpty { try visit(batch) }
    }

    func count(_ table: CopiedTable) throws(StoreError) -> Int {
        Int(try number("SELECT count(*) FROM \(table.name)"))
    }

    func number(_ query: String) throws(StoreError) -> Int64 {
        guard case .integer(let number) = try tables.rows(query).next()?.first else {
            throw .defect("no number returned by \(query)")
        }
        return number
    }

    private func values(of row: [StoredValue], in table: CopiedTable) throws(StoreCopyError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(table.columns.count)
        for (column, stored) in zip(table.columns, row) {
            guard let value = column.value(of: stored) else {
                let text = row.map(\.text).joined(separator: " | ")
                throw .invalidValue(table: table.name, column: column.name, row: text)
            }
            values.append(value)
        }
        return values
    }
}

extension StoredValue {
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
