import Glibc
import HTTPServer

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

    /// Appends the moment as RFC 3339 has it, in UTC with milliseconds: `2024-02-29T23:59:59.123Z`. Years outside
    /// 0000…9999 cannot be: an `Int` of nanoseconds holds the years 1677…2262.
    func append(to bytes: inout [UInt8]) {
        let (seconds, fraction) = nanoseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000_000)
        let time = CalendarTime(secondsSince1970: seconds)
        bytes.append(decimal: time.year, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(decimal: time.month, digits: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(decimal: time.day, digits: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(decimal: time.hour, digits: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: time.minute, digits: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: time.second, digits: 2)
        bytes.append(UInt8(ascii: "."))
        bytes.append(decimal: fraction / 1_000_000, digits: 3)
        bytes.append(UInt8(ascii: "Z"))
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
