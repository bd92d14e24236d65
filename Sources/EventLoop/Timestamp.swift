import Glibc

/// A moment of the wall clock.
public struct Timestamp: Hashable, Codable, Sendable, CustomStringConvertible {
    /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds. An `Int` of them holds the years 1677…2262.
    public var nanoseconds: Int

    public init(nanoseconds: Int) {
        self.nanoseconds = nanoseconds
    }

    public static func now() -> Timestamp {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    /// The second since 1970, also before, and the milliseconds since it began, 0…999.
    package var parts: (second: Int, milliseconds: Int) {
        let (second, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return fraction < 0
            ? (second - 1, (fraction + 1_000_000_000) / 1_000_000) : (second, fraction / 1_000_000)
    }

    /// RFC 3339, in UTC with milliseconds: `2024-02-29T23:59:59.123Z`.
    public var description: String {
        let (second, milliseconds) = parts
        let digits = "\(1000 + milliseconds)".dropFirst()
        var text = SecondText(SecondText.rfc3339)
        return "\(String(decoding: text.value(of: second), as: UTF8.self)).\(digits)Z"
    }
}

/// The text of the last second, since most times share it with the one before.
package struct SecondText: Sendable {
    private let format: String
    private var second = Int.min
    private var text: [UInt8] = []

    /// `2024-02-29T23:59:59`.
    package static let rfc3339 = "%Y-%m-%dT%H:%M:%S"

    /// - Parameter format: Of strftime(3). The program keeps the "C" locale, whose names are English.
    package init(_ format: String) {
        self.format = format
    }

    /// - Parameter second: Since 1970, in UTC.
    package mutating func value(of second: Int) -> [UInt8] {
        if second == self.second { return text }
        self.second = second
        var second = second
        var time = unsafe tm()
        // Sound: the time is written to a local variable that lives longer than the call.
        unsafe gmtime_r(&second, &time)
        // Sound: strftime writes at most so many bytes, and returns the number before its NUL.
        text = unsafe [UInt8](unsafeUninitializedCapacity: 32) { text, count in
            count = unsafe text.withMemoryRebound(to: CChar.self) { text in
                unsafe strftime(text.baseAddress, text.count, format, &time)
            }
        }
        return text
    }
}

extension ContinuousClock.Instant {
    /// A deadline that never comes: 35,000 years from now.
    package static let distantFuture = ContinuousClock.now + .seconds(1 << 40)
}

extension Duration {
    package var nanoseconds: Int {
        // Below 18 seconds, a division of 64 bits is enough.
        if let small = UInt64(exactly: attoseconds) { return Int(small / 1_000_000_000) }
        return Int(attoseconds / 1_000_000_000)
    }

    package var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
