/// A set of rows of one snapshot.
public struct ItemRowSet: Sendable {
    private var bits = IntegerSet<UInt32>()

    /// No rows.
    public init() {}

    /// Whether there are no rows.
    public var isEmpty: Bool { bits.isEmpty }

    /// How many rows there are.
    var count: Int { bits.count }

    /// Whether the row is in the set.
    public func contains(_ row: ItemRow) -> Bool { bits.contains(row.bits) }

    /// Adds a row.
    /// - Returns: whether it was not there yet.
    @discardableResult
    public mutating func insert(_ row: ItemRow) -> Bool { bits.insert(row.bits) }

    /// Removes a row, if it is there.
    public mutating func remove(_ row: ItemRow) { bits.remove(row.bits) }
}
