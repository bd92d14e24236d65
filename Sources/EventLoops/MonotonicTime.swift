import CLinux
import Glibc

/// A clock that never goes back.
package enum MonotonicTime {
    /// In milliseconds: exact to a few, and cheap.
    package static func now() -> Int {
        let time = time(of: CLOCK_MONOTONIC_COARSE)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// In nanoseconds, and exact.
    package static func nanoseconds() -> Int {
        let time = time(of: CLOCK_MONOTONIC)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func time(of clock: clockid_t) -> timespec {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(clock, &time)
        return time
    }
}

extension Duration {
    /// Whole nanoseconds.
    package var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }

    /// Whole milliseconds.
    package var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
