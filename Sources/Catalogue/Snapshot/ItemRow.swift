/// The place of an item in one snapshot. It means nothing in another one: cursors and tokens carry ids.
public struct ItemRow: Hashable, Sendable {
    /// The segment in the highest four bits, the row within it in the others.
    let bits: UInt32

    /// How many segments a snapshot has at most.
    static let maximumSegments = 16
    /// How many rows a segment has at most.
    static let maximumRows = 1 << 28

    init(segment: Int, row: Int) { bits = UInt32(segment) << 28 | UInt32(row) }

    var segment: Int { Int(bits >> 28) }
    var row: Int { Int(bits & 0x0fff_ffff) }
}

/// One bit for each row of a segment.
struct RowBitmap: Sendable {
    private var words: [UInt64]

    /// All rows of `count`, set.
    init(all count: Int) { words = Array(repeating: .max, count: (count + 63) / 64) }

    subscript(row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }

    mutating func clear(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }
}
