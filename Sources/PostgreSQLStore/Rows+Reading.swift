import Catalogue

// How columns become values. A value that is missing, or that no store writes, is a defect.

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

    /// What `read` makes of the bytes of a column, which are valid during the call.
    func reading<Value>(
        _ column: Int,
        _ read: (Span<UInt8>) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard let value = try withBytes(column, read) else { throw undecodable(column, "bytes") }
        return value
    }

    /// The error that a column holds something else than expected.
    func undecodable(_ column: Int, _ expected: String) -> StoreError {
        .defect("expected \(expected) in column \(column + 1), found \(describe(column))")
    }

    private func describe(_ column: Int) -> String {
        // In binary format: whatever was expected, these are its bytes.
        bytes(column).map { "the bytes \($0.prefix(32))" } ?? "nothing"
    }
}
