/// A row of a query on the tables that stores had before the item tables, in either engine. Columns count from 0.
package protocol LegacyRow {
    /// A whole number; `nil` where the column is null.
    func int(_ column: Int) -> Int64?
    /// A number; `nil` where the column is null.
    func double(_ column: Int) -> Double?
    /// A text; `nil` where the column is null.
    func text(_ column: Int) -> String?
}

extension LegacyRow {
    func number(_ column: Int) throws(StoreError) -> Int64 {
        guard let number = int(column) else { throw undecodable(column) }
        return number
    }

    func string(_ column: Int) throws(StoreError) -> String {
        guard let text = text(column) else { throw undecodable(column) }
        return text
    }

    func code<Value>(_ column: Int, of values: [Value]) throws(StoreError) -> Value {
        guard let code = int(column), values.indices.contains(Int(code)) else { throw undecodable(column) }
        return values[Int(code)]
    }

    /// The place of two columns, degrees north and east; `nil` where they are null.
    func place(_ column: Int) throws(StoreError) -> Coordinate? {
        guard let latitude = double(column) else { return nil }
        guard let longitude = double(column + 1),
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { throw undecodable(column) }
        return place
    }

    /// The error that a column holds a value that no store writes.
    func undecodable(_ column: Int) -> StoreError {
        .defect("cannot read column \(column + 1) of the row that begins with \(text(0) ?? "null")")
    }
}
