import Catalogue
import HomeFeed
import JSON

/// How long the history of users is kept: the config's `retention`.
struct RetentionConfig: Hashable, Sendable {
    /// In seconds.
    private var periods: [RetainedData: Int64] = [
        .events: 90 * 86_400,
        .counts: 365 * 86_400,
        .totals: 365 * 86_400,
    ]

    /// Reads `{"events": "90d", "counts": "365d", "totals": "365d"}`; each is optional.
    init(reading object: inout CheckedObject) {
        for history in RetainedData.allCases {
            if let period = object.optional(history.rawValue)?.timeSpan() { periods[history] = period }
        }
    }

    func seconds(of history: RetainedData) -> Int64 { periods[history] ?? 0 }
}
