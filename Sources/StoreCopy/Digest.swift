import PostgreSQL
import Revisions

/// A checksum of a table's content that does not depend on the order of its rows.
public struct Digest: Hashable, Sendable {
    /// How many rows there are.
    public private(set) var rows = 0
    /// The sum of the rows' hashes, modulo 2⁶⁴.
    public private(set) var sum: UInt64 = 0

    /// Adds a row.
    mutating func add(_ row: [Value]) {
        rows += 1
        sum &+= Revision { for value in row { $0.combine(value) } }.rawValue
    }
}

extension RevisionHasher {
    /// Mixes in a value and its type.
    fileprivate mutating func combine(_ value: Value) {
        switch value {
        case .null: combine(0 as UInt64)
        case .int2(let number): combine(1, Int64(number))
        case .int4(let number): combine(2, Int64(number))
        case .int8(let number): combine(3, number)
        case .text(let text):
            combine(4 as UInt64)
            combine(text)
        case .bytea(let bytes):
            combine(5 as UInt64)
            combine(bytes: bytes.span)
        case .int8s, .texts, .byteas:
            preconditionFailure("no table has a column of such values")
        }
    }

    private mutating func combine(_ type: UInt64, _ number: Int64) {
        combine(type)
        combine(number)
    }
}
