/// A row of a query on legacy tables, in either engine. Columns count from 0; null is `nil`.
package protocol LegacyRow {
    func int(_ column: Int) -> Int64?
    func double(_ column: Int) -> Double?
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

    /// Reads the latitude and the longitude from two columns.
    func place(_ column: Int) throws(StoreError) -> Coordinate? {
        guard let latitude = double(column) else { return nil }
        guard let longitude = double(column + 1),
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { throw undecodable(column) }
        return place
    }

    /// The error for a value that no store writes.
    func undecodable(_ column: Int) -> StoreError {
        .defect("cannot read column \(column + 1) of the row that begins with \(text(0) ?? "null")")
    }

    func texts(_ column: Int) throws(StoreError) -> [String] {
        guard let texts = TextList.decode(try string(column)) else { throw undecodable(column) }
        return texts
    }
}

/// A list of texts in one column: each as its length in bytes, a colon and its bytes (`3:one,5:three`).
enum TextList {
    /// Returns the list in a column; `nil` if it is malformed.
    static func decode(_ column: String) -> [String]? {
        var texts: [String] = []
        var rest = column.utf8[...]
        if rest.isEmpty { return texts }
        while true {
            guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                let count = Int(Substring(rest[..<colon])), count >= 0,
                let end = rest.index(rest.index(after: colon), offsetBy: count, limitedBy: rest.endIndex)
            else { return nil }
            texts.append(String(Substring(rest[rest.index(after: colon)..<end])))
            rest = rest[end...]
            guard let comma = rest.popFirst() else { return texts }
            if comma != UInt8(ascii: ",") { return nil }
        }
    }
}
