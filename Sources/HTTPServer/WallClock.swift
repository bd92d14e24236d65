import EventLoops
import Glibc

/// The world's clock, as far as it can be told from the monotonic one, which then is the only one that has to be read.
struct WallClock {
    /// By how much the world's clock is ahead of the monotonic one, in nanoseconds.
    private var difference = 0
    /// When to look again (``MonotonicTime``).
    private var nextLook = Int.min
    private var second = Int.min
    private var text: [UInt8] = []

    /// How long a step of the world's clock may go unnoticed, in nanoseconds.
    private static let interval = 1_000_000_000

    /// Nanoseconds after 1970-01-01 00:00 UTC at a moment of the monotonic clock that is about now.
    mutating func nanoseconds(at moment: Int) -> Int {
        if moment >= nextLook {
            var time = timespec()
            // Sound: the clock is written to a local variable that lives longer than the call.
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            difference = time.tv_sec * 1_000_000_000 + time.tv_nsec - MonotonicTime.nanoseconds()
            nextLook = moment + Self.interval
        }
        return moment + difference
    }

    /// The value of `Date` (IMF-fixdate, RFC 9110 section 5.6.7), so many nanoseconds after 1970-01-01 00:00 UTC.
    mutating func date(at nanoseconds: Int) -> [UInt8] {
        let second = nanoseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000_000).quotient
        if second != self.second {
            self.second = second
            text = DateField.text(of: second)
        }
        return text
    }
}
