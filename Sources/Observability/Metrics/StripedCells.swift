import Glibc
import Synchronization

/// The counters of a metric, one stripe per thread, so that event loops share no cache line.
///
/// Measured: with two threads that do nothing but count, the three additions of a request cost 31 to 37 ns in stripes
/// and 52 to 64 ns in shared cache lines; alone, about 20 ns both ways (release build, 2 cores).
///
/// The memory is never freed, since a metric lives as long as the process. A plain address needs no reference counting,
/// which would cost more than the additions.
@usableFromInline @safe
struct StripedCells: @unchecked Sendable {
    /// A cache line, in words.
    private static let line = 8

    /// Keeps the memory reachable for leak detectors.
    private static let kept = Mutex<[StripedCells]>([])

    // Sound and Sendable: the memory is never freed, and changed by atomic operations only.
    @usableFromInline let base: UnsafePointer<Atomic<UInt64>>
    @usableFromInline let stride: Int

    /// Words start at zero.
    init(count: Int) {
        stride = (count + Self.line - 1) / Self.line * Self.line
        let words = stride * Self.stripes
        let memory = UnsafeMutableRawPointer.allocate(byteCount: words * 8, alignment: Self.line * 8)
        let cells = unsafe memory.bindMemory(to: Atomic<UInt64>.self, capacity: words)
        for index in 0..<words { unsafe (cells + index).initialize(to: Atomic(0)) }
        unsafe base = UnsafePointer(cells)
        let kept = self
        Self.kept.withLock { $0.append(kept) }
    }

    @usableFromInline static let stripes = 8

    /// The offset of the calling thread's stripe. Threads may share one.
    @inlinable var stripe: Int {
        // Fibonacci hashing to three bits: it spreads the evenly spaced addresses of threads.
        Int(truncatingIfNeeded: (UInt64(pthread_self()) &* 0x9e37_79b9_7f4a_7c15) &>> 61) &* stride
    }

    @inlinable
    func add(_ amount: UInt64, at index: Int, stripe: Int) {
        unsafe base[stripe &+ index].wrappingAdd(amount, ordering: .relaxed)
    }

    func sum(_ index: Int) -> UInt64 {
        (0..<Self.stripes).reduce(0) { unsafe $0 &+ base[$1 * stride + index].load(ordering: .relaxed) }
    }
}
