import PostgreSQL

/// A checksum of a table's content that does not depend on the order of its rows, to compare with others of this process.
public struct Digest: Hashable, Sendable {
    /// How many rows there are.
    public private(set) var rows = 0
    /// The sum of the rows' hashes, modulo 2⁶⁴.
    private var sum = 0

    /// Adds rows.
    mutating func add(_ batch: [[Value]]) {
        rows += batch.count
        for row in batch { sum &+= row.hashValue }
    }
}
