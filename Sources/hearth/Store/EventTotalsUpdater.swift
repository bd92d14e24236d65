import Catalogue
import HomeFeed

/// Reads the totals of users' events regularly, for the metrics and the ``WidgetRates``.
struct EventTotalsUpdater: Sendable {
    let store: OpenStore
    let metrics: EventTotalsMetrics
    let telemetry: Telemetry

    /// In seconds.
    private static let interval: Int64 = 60
    private static let day: Int64 = 86_400

    /// Updates every minute, and when a day begins (UTC), until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let pause = min(Self.interval, Self.day - Instant.now().seconds % Self.day)
            try? await Task.sleep(for: .seconds(pause))
            if !Task.isCancelled { await update() }
        }
    }

    /// After an error the previous values stay.
    func update() async {
        let day = EventTotal.day(of: .now())
        let days = Report.days(EventTotalsMetrics.days, through: day)
        let first = min(WidgetRates.firstDay(today: day), days.lowerBound)
        let found = try? await telemetry.measure(.readTotals) { () throws(StoreError) in
            (try await store.store.eventTotals(since: first), try await store.store.armTotals())
        }
        guard let (totals, arms) = found else { return }
        store.rates.update(with: totals, today: day)
        metrics.show(Report(of: totals, arms, days: days))
    }
}
