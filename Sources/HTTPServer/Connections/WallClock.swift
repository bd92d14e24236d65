import EventLoop
import Glibc

/// The world's clock, read once a second; in between, its time follows from the monotonic clock.
struct WallClock {
    /// By how much the world's clock is ahead of the monotonic one, in nanoseconds.
    private var difference = 0
    /// When the clock is read again (``MonotonicTime``): with its next second.
    private var nextReading = Int.min
    /// The value of `Date` (RFC 9110 section 6.6.1) at the last moment that ``nanoseconds(at:)`` was asked for.
    private(set) var date: [UInt8] = []

    /// Nanoseconds after 1970-01-01 00:00 UTC at a moment of the monotonic clock that is about now.
    mutating func nanoseconds(at moment: Int) -> Int {
        if moment >= nextReading {
            var time = timespec()
            // Sound: the clock is written to a local variable that lives longer than the call.
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            let now = MonotonicTime.nanoseconds()
            difference = time.tv_sec * 1_000_000_000 + time.tv_nsec - now
            nextReading = now + 1_000_000_000 - time.tv_nsec
            date = Self.date(of: time.tv_sec)
        }
        return moment + difference
    }

    /// A second after 1970 as an IMF-fixdate (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The program keeps
    /// the "C" locale, in which the names are English.
    static func date(of second: Int) -> [UInt8] {
        var second = second
        var time = unsafe tm()
        // Sound: the time is written to a local variable that lives longer than the call.
        unsafe gmtime_r(&second, &time)
        // Sound: strftime writes at most so many bytes, and tells how many before its NUL.
        return unsafe [UInt8](unsafeUninitializedCapacity: 32) { text, count in
            count = unsafe text.withMemoryRebound(to: CChar.self) { text in
                unsafe strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &time)
            }
        }
    }
}
