import Glibc

/// The value of `Date`, written anew once a second (IMF-fixdate, RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
struct DateField {
    private var second = Int.min
    private var text: [UInt8] = []

    /// The date of now.
    mutating func now() -> [UInt8] {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        if time.tv_sec != second {
            second = time.tv_sec
            text = Self.text(of: time.tv_sec)
        }
        return text
    }

    /// The date that is `second` seconds after 1970-01-01, in a year of four digits.
    static func text(of second: Int) -> [UInt8] {
        let days = Int((Double(second) / 86_400).rounded(.down))
        let time = second - days * 86_400
        let (year, month, day) = civil(days)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = "\(weekdays[(days % 7 + 7) % 7]), \(twoDigits(day)) \(months[month - 1]) \(year)"
        let clock = "\(twoDigits(time / 3600)):\(twoDigits(time / 60 % 60)):\(twoDigits(time % 60))"
        return Array("\(date) \(clock) GMT".utf8)
    }

    /// The day in the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms").
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
