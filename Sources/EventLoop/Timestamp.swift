import Bytes
import Glibc

/// A moment of the wall clock.
public struct Timestamp: Hashable, Codable, Sendable {
    /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds.
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

    /// Appends ``description``. An `Int` of nanoseconds holds the years 1677…2262.
    private func append(to text: inout OutputSpan<UInt8>) {
        var (second, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if fraction < 0 { (second, fraction) = (second - 1, fraction + 1_000_000_000) }
        var time = unsafe tm()
        // Sound: the time is written to a local variable that lives longer than the call.
        unsafe gmtime_r(&second, &time)
        unsafe text.append(decimal: UInt(time.tm_year + 1900), minimumDigits: 4)
        text.append("-")
        unsafe text.append(decimal: UInt(time.tm_mon + 1), minimumDigits: 2)
        text.append("-")
        unsafe text.append(decimal: UInt(time.tm_mday), minimumDigits: 2)
        text.append("T")
        unsafe text.append(decimal: UInt(time.tm_hour), minimumDigits: 2)
        text.append(":")
        unsafe text.append(decimal: UInt(time.tm_min), minimumDigits: 2)
        text.append(":")
        unsafe text.append(decimal: UInt(time.tm_sec), minimumDigits: 2)
        text.append(".")
        text.append(decimal: UInt(fraction) / 1_000_000, minimumDigits: 3)
        text.append("Z")
    }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339, in UTC with milliseconds: `2024-02-29T23:59:59.123Z`.
    public var description: String {
        String(decoding: [UInt8](capacity: 24) { append(to: &$0) }, as: UTF8.self)
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
