import Glibc

/// What spreads the threads over things that there are several of, so that they do not meet.
@usableFromInline
enum ThreadPlace {
    /// How many places there are.
    @usableFromInline static let count = 8

    /// The calling thread's place, always the same: 0 ..< ``count``. Threads may share one.
    @inlinable static var current: Int {
        // Fibonacci hashing to three bits: threads' stacks lie at even distances, which it spreads well.
        Int(truncatingIfNeeded: (UInt64(pthread_self()) &* 0x9e37_79b9_7f4a_7c15) &>> 61)
    }
}
