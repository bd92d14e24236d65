import CLinux
import Glibc

/// A clock that never goes back.
package enum MonotonicTime {
    /// In nanoseconds.
    package static func nanoseconds() -> Int {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// In milliseconds.
    package static func now() -> Int { nanoseconds() / 1_000_000 }
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
