import PostgreSQL
import Revisions

/// What tells the content of a table, in whichever order its rows come.
public struct Digest: Hashable, Sendable {
    /// How many rows there are.
    public private(set) var rows = 0
    /// The sum of the rows' hashes, each of its values in the order of the target's columns, modulo 2⁶⁴.
    public private(set) var sum: UInt64 = 0

    /// Adds a row.
    mutating func add(_ row: [Value]) {
        rows += 1
        sum &+= Revision { for value in row { $0.combine(value) } }.rawValue
    }
}

extension RevisionHasher {
    /// Mixes in a value, and of which type it is: numbers by their bits, so that what differs at all differs here.
    fileprivate mutating func combine(_ value: Value) {
        switch value {
        case .null: combine(0 as UInt64)
        case .int2(let number): combine(1, Int64(number))
        case .int8(let number): combine(2, number)
        case .float8(let number): combine(3, Int64(bitPattern: number.bitPattern))
        case .text(let text):
            combine(4 as UInt64)
            combine(text)
        case .bytea(let bytes):
            combine(5 as UInt64)
            combine(bytes: bytes.span)
        case .point(let x, let y):
            combine(6, Int64(bitPattern: x.bitPattern))
            combine(Int64(bitPattern: y.bitPattern))
        case .bool, .int4, .int2s, .int8s, .float8s, .texts, .byteas:
            preconditionFailure("no table has a column of such values")
        }
    }

    private mutating func combine(_ type: UInt64, _ number: Int64) {
        combine(type)
        combine(number)
    }
}
