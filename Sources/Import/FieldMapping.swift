/// A part of a record's bytes, or the text that was made of it.
typealias FieldBytes = ArraySlice<UInt8>

/// A column that a mapping names.
struct Column: Hashable, Sendable {
    let name: String
    /// Its place among the mapping's columns.
    let index: Int
}

/// How a value is made of a record.
struct FieldMapping<Value: Sendable>: Sendable {
    /// The columns that the value is made of, for a rejection.
    let columns: [Column]
    private let body: @Sendable (Record) throws(ValueError) -> Value?

    /// A reading of `columns`. Refusals by `body` that do not name a column are of these.
    init(columns: [Column] = [], _ body: @escaping @Sendable (Record) throws(ValueError) -> Value?) {
        self.columns = columns
        self.body = body
    }

    /// The value that the record gives, or `nil` where it is missing.
    func value(in record: Record) throws(ValueError) -> Value? {
        do throws(ValueError) {
            return try body(record)
        } catch {
            var refusal = error
            refusal.column = error.column ?? names(of: columns)
            throw refusal
        }
    }

    /// The value that the record gives for the field `name`, which needs one.
    func required(_ name: String, in record: Record) throws(ValueError) -> Value {
        if let value = try value(in: record) { return value }
        let empty = columns.filter { record.text($0.index).trimmingWhiteSpace().isEmpty }
        throw ValueError(column: names(of: empty.isEmpty ? columns : empty), "\(name) is missing")
    }

    /// The reading of what `transform` makes of the value.
    func map<Result>(_ transform: @escaping @Sendable (Value) throws(ValueError) -> Result?) -> FieldMapping<Result> {
        FieldMapping<Result>(columns: columns) { record throws(ValueError) in
            guard let value = try value(in: record) else { return nil }
            return try transform(value)
        }
    }

    /// The reading where `value` stands in for what is missing.
    func withDefault(_ value: Value?) -> Self {
        guard let value else { return self }
        return Self(columns: columns) { record throws(ValueError) in try self.value(in: record) ?? value }
    }

    /// The reading to which what cannot be read is missing.
    var lenient: Self { Self(columns: columns) { record in try? value(in: record) } }

    /// The reading of this value and another, either of which may be missing.
    func with<Other>(_ other: FieldMapping<Other>) -> FieldMapping<(Value?, Other?)> {
        FieldMapping<(Value?, Other?)>(columns: columns + other.columns) { record throws(ValueError) in
            (try value(in: record), try other.value(in: record))
        }
    }

    private func names(of columns: [Column]) -> String? {
        columns.isEmpty ? nil : columns.map(\.name).joined(separator: ", ")
    }
}
