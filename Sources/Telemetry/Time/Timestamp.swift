import Glibc

/// A moment of the world's clock.
public struct Timestamp: Hashable, Sendable {
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
        let milliseconds = Self.floor(nanoseconds, 1_000_000)
        let seconds = Self.floor(milliseconds, 1000)
        let days = Self.floor(seconds, 86_400)
        let time = seconds - days * 86_400
        let date = Self.date(days)
        bytes.append(decimal: date.year, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(decimal: date.month, digits: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(decimal: date.day, digits: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(decimal: time / 3600, digits: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: time / 60 % 60, digits: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: time % 60, digits: 2)
        bytes.append(UInt8(ascii: "."))
        bytes.append(decimal: milliseconds - seconds * 1000, digits: 3)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// The day in the Gregorian calendar, counted from 1970-01-01: years of 365.2425 days on average that begin in
    /// March, so that the leap day is their last (H. Hinnant, "chrono-compatible low-level date algorithms").
    private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let sinceMarch0000 = days + 719_468
        let era = floor(sinceMarch0000, 146_097)
        let dayOfEra = sinceMarch0000 - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            era * 400 + yearOfEra + (month >= 10 ? 1 : 0),
            month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
