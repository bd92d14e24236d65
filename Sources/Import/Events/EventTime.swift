import Catalogue

/// The time of an event in files and requests: Unix seconds or ISO 8601, in UTC where it has no offset.
public enum EventTime {
    /// The latest time: the end of the year 9999. Milliseconds of today exceed it.
    private static let latest: Instant = 253_402_300_799

    public static let expectation = "Unix seconds or ISO 8601, such as 2026-01-31T09:30:00Z"

    /// From 1970 on; `nil` if `text` is no such time. Fractions of a second are dropped.
    public static func instant(of text: ArraySlice<UInt8>) -> Instant? {
        let instant = DateFormat.unix(text) ?? DateFormat.iso8601(text)
        return instant.flatMap { 0...latest ~= $0 ? $0 : nil }
    }
}
