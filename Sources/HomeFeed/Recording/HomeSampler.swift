import Bytes

/// Selects the homes to record, and takes them.
public final class HomeSampler: Sendable {
    /// A home is selected if its hash is not greater.
    private let greatestHash: UInt64
    let take: @Sendable (RecordedHome) -> Void

    private static let epoch = ContinuousClock.now

    /// - Parameters:
    ///   - share: 0…1.
    ///   - take: Called on the thread that makes the home, so it must not wait.
    public init(share: Double, take: @escaping @Sendable (RecordedHome) -> Void) {
        greatestHash = share < 1 ? UInt64(max(0, share) * 0x1p64) : .max
        self.take = take
    }

    /// The nanoseconds of the clock decide: threads need not share them, unlike a counter.
    func selects(_ start: ContinuousClock.Instant) -> Bool {
        Revision { $0.combine((start - Self.epoch).components.attoseconds) }.rawValue <= greatestHash
    }
}
