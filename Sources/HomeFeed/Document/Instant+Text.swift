import Catalogue
import Foundation

/// Instants in configs and documents: RFC 3339 in UTC, to the second. Slow: a request formats only what its cards keep.
extension Instant {
    static let expectation = "a moment in UTC such as 2026-12-01T00:00:00Z"

    init?(text: String) {
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        self.init(seconds: Int64(date.timeIntervalSince1970))
        // Foundation also reads other spellings.
        guard self.text == text else { return nil }
    }

    var text: String { Date(self).formatted(.iso8601) }
}

extension Date {
    package init(_ instant: Instant) { self.init(timeIntervalSince1970: TimeInterval(instant.seconds)) }
}
