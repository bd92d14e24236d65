struct FieldMapping<Value: Sendable>: Sendable {
    /// The columns that the value is computed from, for rejections.
    var columns: [Column] = []
    /// Returns `nil` for a missing value. Its errors apply to ``columns``, unless they name another one.
    let compute: @Sendable (Record) throws(ValueError) -> Value?

    static func constant(_ value: Value) -> Self { Self { _ in value } }

    func value(in record: Record) throws(ValueError) -> Value? {
        do throws(ValueError) {
            return try compute(record)
        } catch {
            var error = error
            error.column = error.column ?? names(of: columns)
            throw error
        }
    }

    func required(_ name: String, in record: Record) throws(ValueError) -> Value {
        if let value = try value(in: record) { return value }
        let empty = columns.filter { record.text($0.index).trimmingWhiteSpace().isEmpty }
        throw ValueError(column: names(of: empty.isEmpty ? columns : empty), "\(name) is missing")
    }

    func map<Result>(_ transform: @escaping @Sendable (Value) throws(ValueError) -> Result?) -> FieldMapping<Result> {
        FieldMapping<Result>(columns: columns) { record throws(ValueError) in
            guard let value = try value(in: record) else { return nil }
            return try transform(value)
        }
    }

    func withDefault(_ value: Value?) -> Self {
        guard let value else { return self }
        return Self(columns: columns) { record throws(ValueError) in try self.value(in: record) ?? value }
    }

    var lenient: Self { Self(columns: columns) { record in try? value(in: record) } }

    private func names(of columns: [Column]) -> String? {
        columns.isEmpty ? nil : columns.map(\.name).joined(separator: ", ")
    }
}

extension Array {
    /// All values; missing if one of them is.
    func combined<Value>() -> FieldMapping<[Value]> where Element == FieldMapping<Value> {
        FieldMapping(columns: flatMap(\.columns)) { record throws(ValueError) in
            var values: [Value] = []
            values.reserveCapacity(count)
            for mapping in self {
                guard let value = try mapping.value(in: record) else { return nil }
                values.append(value)
            }
            return values
        }
    }
}

extension [FieldMapping<FieldBytes>] {
    /// All texts, one after the other; missing if one of them is.
    func joined() -> FieldMapping<FieldBytes> {
        FieldMapping(columns: flatMap(\.columns)) { record throws(ValueError) in
            var text: FieldBytes = []
            for mapping in self {
                guard let part = try mapping.value(in: record) else { return nil }
                text += part
            }
            return text
        }
    }
}

struct Column: Hashable, Sendable {
    let name: String
    /// Its index among the mapping's columns.
    let index: Int
}
