/// What was learned from the events up to a position, as the learner encodes it.
public struct LearningCheckpoint: Hashable, Sendable {
    /// The position of the last event that was learned; above 0.
    public let position: Int64
    /// The encoded state. Stores do not read it.
    public let bytes: [UInt8]

    /// The maximum number of bytes that a store keeps in one row.
    static let chunkSize = 1 << 20

    public init(position: Int64, bytes: [UInt8]) {
        self.position = position
        self.bytes = bytes
    }

    /// The rows of ``StoredTable/checkpoint``, at least one, each with at most ``chunkSize`` bytes.
    package var rows: [[StoredValue]] {
        stride(from: 0, to: max(1, bytes.count), by: Self.chunkSize).enumerated().map { number, start in
            let chunk = Array(bytes[start..<min(bytes.count, start + Self.chunkSize)])
            return [.integer(position), .integer(Int64(number)), .bytes(chunk)]
        }
    }
}
