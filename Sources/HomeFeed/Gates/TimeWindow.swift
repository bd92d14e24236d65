import Foundation

/// The time from one moment, included, to another, not included; in seconds after 1970-01-01 00:00 UTC.
struct TimeWindow: Hashable, Sendable {
    /// `nil` is since ever.
    let from: Int64?
    /// `nil` is forever.
    let to: Int64?

    func contains(_ moment: Int64) -> Bool {
        if let from, moment < from { return false }
        if let to, moment >= to { return false }
        return true
    }
}

/// Moments as a config has them: RFC 3339 in UTC, to the second. Not for the request's path.
enum UTCInstant {
    static let expectation = "a moment in UTC such as 2026-12-01T00:00:00Z"

    /// The seconds after 1970-01-01 00:00 UTC; `nil` where `text` is none.
    static func seconds(_ text: String) -> Int64? {
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        let seconds = Int64(date.timeIntervalSince1970)
        // Foundation reads more than one spelling.
        return Self.text(seconds) == text ? seconds : nil
    }

    static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}
