import Glibc

/// Milliseconds of a clock that never goes back; exact to a few milliseconds, and cheap.
enum MonotonicTime {
    static func now() -> Int {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
