import Glibc

/// The system's clocks.
enum Clock {
    /// What `clock` shows.
    static func nanoseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
