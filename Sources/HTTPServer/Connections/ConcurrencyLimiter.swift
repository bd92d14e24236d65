import Synchronization

/// How many of something there may be at a time, on all loops together.
final class ConcurrencyLimiter: Sendable {
    private let limit: Int
    private let taken = Atomic(0)

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Whether there may be one more, as far as can be seen; ``take()`` decides.
    var hasMore: Bool { taken.load(ordering: .relaxed) < limit }

    /// - Returns: whether there may be one more, which then counts.
    func take() -> Bool {
        // Where there is nothing left, looking is enough: refusing does not keep the other loops from counting.
        guard hasMore else { return false }
        guard taken.add(1, ordering: .relaxed).oldValue >= limit else { return true }
        giveBack()
        return false
    }

    /// There is one less.
    func giveBack() {
        taken.subtract(1, ordering: .relaxed)
    }
}
