import ByteOutput
import Glibc

/// A moment of the world's clock.
public struct Timestamp: Hashable, Codable, Sendable {
    /// Nanoseconds after 1970-01-01 00:00 UTC, without leap seconds.
    public var nanoseconds: Int

    /// The moment so many nanoseconds after 1970-01-01 00:00 UTC.
    public init(nanoseconds: Int) {
        self.nanoseconds = nanoseconds
    }

    /// Now.
    public static func now() -> Timestamp {
        Timestamp(nanoseconds: Clock.nanoseconds(CLOCK_REALTIME))
    }

    /// How many bytes a moment has in text.
    static let count = 24

    /// Appends the moment as RFC 3339 has it, in UTC with milliseconds: `2024-02-29T23:59:59.123Z`. Years outside
    /// 0000…9999 cannot be: an `Int` of nanoseconds holds the years 1677…2262.
    func append(to bytes: inout [UInt8]) {
        let (second, fraction) = nanoseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000_000)
        bytes.append(addingCapacity: Self.count) { text in
            Self.append(second: second, to: &text)
            Self.append(fraction: fraction, to: &text)
        }
    }

    /// Appends a moment's beginning up to the second: `2024-02-29T23:59:59`.
    static func append(second: Int, to text: inout OutputSpan<UInt8>) {
        var second = second
        var time = unsafe tm()
        // Sound: the time is written to a local variable that lives longer than the call.
        unsafe gmtime_r(&second, &time)
        unsafe text.append(decimal: UInt(time.tm_year + 1900), atLeast: 4)
        text.append("-")
        unsafe text.append(decimal: UInt(time.tm_mon + 1), atLeast: 2)
        text.append("-")
        unsafe text.append(decimal: UInt(time.tm_mday), atLeast: 2)
        text.append("T")
        unsafe text.append(decimal: UInt(time.tm_hour), atLeast: 2)
        text.append(":")
        unsafe text.append(decimal: UInt(time.tm_min), atLeast: 2)
        text.append(":")
        unsafe text.append(decimal: UInt(time.tm_sec), atLeast: 2)
    }

    /// Appends the rest of it, so many nanoseconds within the second: `.123Z`.
    static func append(fraction: Int, to text: inout OutputSpan<UInt8>) {
        text.append(".")
        text.append(decimal: UInt(fraction) / 1_000_000, atLeast: 3)
        text.append("Z")
    }
}

extension Timestamp: CustomStringConvertible {
    /// As RFC 3339 has it, in UTC with milliseconds: `2024-02-29T23:59:59.123Z`.
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Int {
    /// The quotient rounded down, and what is left, which is never negative.
    func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
