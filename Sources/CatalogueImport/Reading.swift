/// A part of a record's bytes, or the text that was made of it.
typealias Bytes = ArraySlice<UInt8>

/// How a value is made of a record.
struct Reading<Value: Sendable>: Sendable {
    /// The columns that the value is made of, for a rejection.
    let columns: [String]
    private let body: @Sendable (Record) throws(Refusal) -> Value?

    /// A reading of `columns`. Refusals by `body` that do not name a column are of these.
    init(columns: [String] = [], _ body: @escaping @Sendable (Record) throws(Refusal) -> Value?) {
        self.columns = columns
        self.body = body
    }

    /// The value that the record gives, or `nil` where it is missing.
    func value(in record: Record) throws(Refusal) -> Value? {
        do throws(Refusal) {
            return try body(record)
        } catch {
            throw error.column == nil ? refusal(error.reason) : error
        }
    }

    /// The value that the record gives for the field `name`, which needs one.
    func required(_ name: String, in record: Record) throws(Refusal) -> Value {
        guard let value = try value(in: record) else { throw refusal("\(name) is missing") }
        return value
    }

    /// The reading of what `transform` makes of the value.
    func map<Result>(_ transform: @escaping @Sendable (Value) throws(Refusal) -> Result?) -> Reading<Result> {
        Reading<Result>(columns: columns) { record throws(Refusal) in
            guard let value = try value(in: record) else { return nil }
            return try transform(value)
        }
    }

    /// The reading of this value and another, either of which may be missing.
    func with<Other>(_ other: Reading<Other>) -> Reading<(Value?, Other?)> {
        Reading<(Value?, Other?)>(columns: columns + other.columns) { record throws(Refusal) in
            (try value(in: record), try other.value(in: record))
        }
    }

    private func refusal(_ reason: String) -> Refusal {
        Refusal(column: columns.isEmpty ? nil : columns.joined(separator: ", "), reason)
    }
}
