import PostgreSQL
import Catalogue
import Revisions

// How columns become values. What has to be there and is not, or is nothing that Hearth writes, is a defect.

extension Rows {
    /// What `read` makes of each row, in their order.
    func map<Value>(_ read: (Row) throws(StoreError) -> Value) throws(StoreError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for row in 0..<count { values.append(try read(self[row])) }
        return values
    }

    /// What `read` makes of the first row; `nil` where there is none.
    func first<Value>(_ read: (Row) throws(StoreError) -> Value) throws(StoreError) -> Value? {
        count > 0 ? try read(self[0]) : nil
    }
}

extension Row {
    /// A whole number that is there.
    func int64(_ column: Int) throws(StoreError) -> Int64 {
        guard let value = int(column) else { throw undecodable(column, "a whole number") }
        return value
    }

    /// A text that is there.
    func string(_ column: Int) throws(StoreError) -> String {
        guard let text = text(column) else { throw undecodable(column, "a text") }
        return text
    }

    /// A revision, whose bits are kept as a signed integer.
    func revision(_ column: Int) throws(StoreError) -> Revision {
        Revision(rawValue: UInt64(bitPattern: try int64(column)))
    }

    /// A place; `nil` where it is null.
    func place(_ column: Int) throws(StoreError) -> Coordinate? {
        guard let point = point(column) else { return nil }
        guard let place = Coordinate(latitude: point.y, longitude: point.x) else {
            throw undecodable(column, "a longitude and a latitude")
        }
        return place
    }

    /// A type by its code.
    func listingType(_ column: Int) throws(StoreError) -> ListingType {
        guard let type = ListingType(code: Int(try int64(column))) else { throw undecodable(column, "a type's code") }
        return type
    }

    /// A status by its code.
    func listingStatus(_ column: Int) throws(StoreError) -> ListingStatus {
        guard let status = ListingStatus(code: Int(try int64(column))) else {
            throw undecodable(column, "a status's code")
        }
        return status
    }

    /// What the store cannot read, and what it takes the column for.
    func undecodable(_ column: Int, _ expected: String) -> StoreError {
        .defect("expected \(expected) in column \(column + 1), found \(describe(column))")
    }

    private func describe(_ column: Int) -> String {
        // In binary format: whatever was expected, these are its bytes.
        bytes(column).map { "the bytes \($0.prefix(32))" } ?? "nothing"
    }
}
