import Glibc

/// Measures how long something takes.
public struct Stopwatch: Sendable {
    private let start: Int

    /// Starts to measure.
    public init() {
        start = Clock.nanoseconds(CLOCK_MONOTONIC)
    }

    /// How long it is since the start; never negative.
    public var nanoseconds: Int { Clock.nanoseconds(CLOCK_MONOTONIC) - start }
}
