import Catalogue
import PostgreSQLStore
import SQLiteStore

extension TableExport {
    func forEachBatch(_ size: Int, of table: CopiedTable, _ visit: ([[Value]]) throws -> Void) throws {
        let rows = try rows(table.query)
        var batch: [[Value]] = []
        while let row = try rows.next() {
            batch.append(try table.values(of: row))
            guard batch.count == size else { continue }
            try visit(batch)
            batch.removeAll(keepingCapacity: true)
        }
        if !batch.isEmpty { try visit(batch) }
    }

    func number(_ query: String) throws(StoreError) -> Int64 {
        guard case .integer(let number) = try rows(query).next()?.first else {
            throw .defect("no number returned by \(query)")
        }
        return number
    }
}

extension CopiedTable {
    fileprivate func values(of row: [StoredValue]) throws(StoreCopyError) -> [Value] {
        try zip(columns, row).map { column, stored throws(StoreCopyError) in
            guard let value = column.value(of: stored) else {
                let text = row.map(\.text).joined(separator: " | ")
                throw .invalidValue(table: name, column: column.name, row: text)
            }
            return value
        }
    }
}

extension StoredValue {
    fileprivate var text: String {
        switch self {
        case .null: "-"
        case .integer(let number): "\(number)"
        case .text(let text): text
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
