import Catalogue
import HomeFeed
import JSON

/// How long the history of users is kept: the config's `retention`.
struct RetentionConfig: Hashable, Sendable {
    /// In seconds.
    private var periods: [UserHistory: Int64] = [
        .events: 90 * 86_400,
        .counts: 365 * 86_400,
        .totals: 365 * 86_400,
    ]

    init() {}

    func seconds(of history: UserHistory) -> Int64 { periods[history] ?? 0 }
}

extension RetentionConfig {
    /// Reads `{"events": "90d", "counts": "365d", "totals": "365d"}`; each is optional.
    init?(reading value: CheckedValue) {
        let read = value.object { object -> RetentionConfig? in
            var config = RetentionConfig()
            for history in UserHistory.allCases {
                if let period = object.optional(history.rawValue)?.timeSpan() { config.periods[history] = period }
            }
            return config
        }
        guard let read else { return nil }
        self = read
    }
}
