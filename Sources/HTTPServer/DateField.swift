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
        let time = CalendarTime(secondsSince1970: second)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = "\(weekdays[time.weekday]), \(twoDigits(time.day)) \(months[time.month - 1]) \(time.year)"
        let clock = "\(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second))"
        return Array("\(date) \(clock) GMT".utf8)
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
