import Glibc
import Synchronization

/// The words that a metric counts in, in stripes: a thread counts in its own one, so that event loops do not take a cache
/// line from each other with every request.
///
/// The words are never freed: a metric lives as long as the process. So it is a plain address, which is copied and used
/// without counting references; on two threads at once, that would cost more than all the rest.
@usableFromInline @safe
struct StripedCells: @unchecked Sendable {
    /// A cache line in words.
    static let line = 8

    /// All there are, so that a leak detector finds what is kept on purpose.
    private static let kept = Mutex<[StripedCells]>([])

    // Sendable, and sound wherever it is read: what it points to is never freed, and changed by atomic operations only.
    @usableFromInline let base: UnsafePointer<Atomic<UInt64>>
    /// The words from one stripe to the next: whole cache lines.
    @usableFromInline let stride: Int

    /// `count` words in each stripe, all zero.
    init(count: Int) {
        stride = (count + Self.line - 1) / Self.line * Self.line
        let words = stride * ThreadStripe.count
        let memory = UnsafeMutableRawPointer.allocate(byteCount: words * 8, alignment: Self.line * 8)
        let cells = unsafe memory.bindMemory(to: Atomic<UInt64>.self, capacity: words)
        for index in 0..<words { unsafe (cells + index).initialize(to: Atomic(0)) }
        unsafe base = UnsafePointer(cells)
        let kept = self
        Self.kept.withLock { $0.append(kept) }
    }

    /// Where the calling thread's stripe begins.
    @inlinable var stripe: Int { ThreadStripe.current &* stride }

    /// Adds to the word `index` behind the beginning of a stripe.
    @inlinable
    func add(_ amount: UInt64, at index: Int, stripe: Int) {
        unsafe base[stripe &+ index].wrappingAdd(amount, ordering: .relaxed)
    }

    /// The sum of the word `index` over all stripes.
    func sum(_ index: Int) -> UInt64 {
        var sum: UInt64 = 0
        for stripe in 0..<ThreadStripe.count { sum &+= unsafe base[stripe * stride + index].load(ordering: .relaxed) }
        return sum
    }
}

/// What spreads the threads over things that there are several of, so that they do not meet.
@usableFromInline
enum ThreadStripe {
    /// How many places there are.
    @usableFromInline static let count = 8

    /// The calling thread's place, always the same: 0 ..< ``count``. Threads may share one.
    @inlinable static var current: Int {
        // Fibonacci hashing to three bits: threads' stacks lie at even distances, which it spreads well.
        Int(truncatingIfNeeded: (UInt64(pthread_self()) &* 0x9e37_79b9_7f4a_7c15) &>> 61)
    }
}
