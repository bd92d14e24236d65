/// A second in the Gregorian calendar, in UTC.
package struct CalendarTime {
    /// The year; the month and its day, from 1 on.
    package let year, month, day: Int
    /// The day of the week, 0 ... 6 from Sunday on.
    package let weekday: Int
    /// The time of the day.
    package let hour, minute, second: Int

    /// The second so many after 1970-01-01 00:00 UTC, without leap seconds.
    ///
    /// Years of 365.2425 days on average are taken to begin in March, so that the leap day is their last (H. Hinnant,
    /// "chrono-compatible low-level date algorithms").
    package init(secondsSince1970 seconds: Int) {
        let (days, time) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
        let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        // 1970-01-01 was a Thursday.
        weekday = (days + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    }
}

extension Int {
    /// The quotient rounded down, and what is left, which is never negative.
    package func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
