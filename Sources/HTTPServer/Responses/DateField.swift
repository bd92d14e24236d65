import EventLoop
import Glibc

/// The value of `Date` (RFC 9110 section 6.6.1), formatted once per second.
struct DateField {
    private var second = Int.min
    private var text: [UInt8] = []

    mutating func value(at time: Timestamp) -> [UInt8] {
        let second = time.nanoseconds / 1_000_000_000
        if second != self.second {
            self.second = second
            text = Self.text(of: second)
        }
        return text
    }

    /// A second since 1970 as an IMF-fixdate (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The program
    /// keeps the "C" locale, whose names are English.
    static func text(of second: Int) -> [UInt8] {
        var second = second
        var time = unsafe tm()
        // Sound: the time is written to a local variable that lives longer than the call.
        unsafe gmtime_r(&second, &time)
        // Sound: strftime writes at most so many bytes, and returns the number before its NUL.
        return unsafe [UInt8](unsafeUninitializedCapacity: 32) { text, count in
            count = unsafe text.withMemoryRebound(to: CChar.self) { text in
                unsafe strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &time)
            }
        }
    }
}
