/// The value of `Date` (IMF-fixdate, RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum DateField {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date that is `second` seconds after 1970-01-01, in a year of four digits.
    static func text(of second: Int) -> [UInt8] {
        let time = CalendarTime(secondsSince1970: second)
        let date = "\(weekdays[time.weekday]), \(twoDigits(time.day)) \(months[time.month - 1]) \(time.year)"
        let clock = "\(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second))"
        return Array("\(date) \(clock) GMT".utf8)
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
