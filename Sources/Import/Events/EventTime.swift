/// The time of an event in files and requests: Unix seconds or ISO 8601, in UTC where it has no offset.
public enum EventTime {
    /// The latest time, in Unix seconds: the end of the year 9999. Milliseconds of today exceed it.
    private static let latest: Int64 = 253_402_300_799

    public static let expectation = "Unix seconds or ISO 8601, such as 2026-01-31T09:30:00Z"

    /// Unix seconds from 0 on; `nil` if `text` is no such time. Fractions of a second are dropped.
    public static func seconds(of text: ArraySlice<UInt8>) -> Int64? {
        guard let seconds = DateFormat.unix.seconds(of: text) ?? DateFormat.iso8601.seconds(of: text),
            0...latest ~= seconds
        else { return nil }
        return seconds
    }
}
