import PostgreSQL
import SQLiteStore

/// A column of a table of the target, and how its values are read on both sides.
struct Column {
    /// The types of the target's columns.
    enum Kind {
        case int2, int8, float8, text, bytea
        /// Of two numbers in the source: x, then y.
        case point
    }

    let name: String
    let kind: Kind

    /// The value of the source, taken off the front of what is left of its row; `nil` where no such value can be in this column.
    func value(of row: inout ArraySlice<StoredValue>) -> Value? {
        guard let first = row.popFirst() else { return nil }
        switch (kind, first) {
        case (.point, _):
            guard let second = row.popFirst() else { return nil }
            return switch (first, second) {
            case (.null, .null): .null
            case (.real(let x), .real(let y)): .point(x: x, y: y)
            default: nil
            }
        case (_, .null): return .null
        case (.int2, .integer(let number)): return Int16(exactly: number).map { .int2($0) }
        case (.int8, .integer(let number)): return .int8(number)
        case (.float8, .real(let number)): return .float8(number)
        case (.text, .text(let text)): return .text(text)
        case (.bytea, .blob(let bytes)): return .bytea(bytes)
        default: return nil
        }
    }

    /// The value of the target.
    func value(of row: Row, at index: Int) -> Value {
        if row.isNull(index) { return .null }
        return switch kind {
        case .int2: row.int(index).map { .int2(Int16(truncatingIfNeeded: $0)) } ?? .null
        case .int8: .int8(row.int(index))
        case .float8: .float8(row.double(index))
        case .text: .text(row.text(index))
        case .bytea: row.bytes(index).map { .bytea($0) } ?? .null
        case .point: row.point(index).map { .point(x: $0.x, y: $0.y) } ?? .null
        }
    }
}
