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

    /// The bytes in rows of at most ``chunkSize``, at least one.
    package var chunks: [[UInt8]] {
        stride(from: 0, to: max(1, bytes.count), by: Self.chunkSize).map { start in
            Array(bytes[start..<min(bytes.count, start + Self.chunkSize)])
        }
    }
}

/// The latest checkpoint of what was learned from the events, so that a start has to read only the events behind it.
public protocol CheckpointStore: Sendable {
    /// The latest checkpoint; `nil` if there is none.
    func checkpoint() async throws(StoreError) -> LearningCheckpoint?

    /// Replaces the checkpoint, in one transaction.
    ///
    /// Refused if the stored checkpoint has this or a later position, or if the store's history is another one.
    /// - Parameters:
    ///   - checkpoint: It has nothing of users who were forgotten before its position.
    ///   - history: The ``ItemVersion/history`` in which the events were read.
    /// - Returns: Whether the checkpoint was written.
    func replaceCheckpoint(
        with checkpoint: LearningCheckpoint,
        in history: UInt64
    ) async throws(StoreError) -> Bool
}
