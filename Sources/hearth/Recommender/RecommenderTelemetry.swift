import GorseClient
import Relay
import Telemetry

/// Counts what the client of a recommendation service does.
struct RecommenderTelemetry: ClientObserver {
    let metrics: RecommenderMetrics

    /// Adds what is counted to `registry`.
    init(in registry: inout MetricsRegistry) {
        metrics = RecommenderMetrics(
            in: &registry,
            outcomes: ClientOutcome.allCases.map(\.rawValue),
            fates: FeedbackFate.allCases.map(\.rawValue)
        )
    }

    func noted(_ outcome: ClientOutcome) {
        metrics.questions[metrics.outcomes.index(of: outcome.rawValue)].increment()
    }

    func inFlight(_ change: Int) { metrics.inFlight.add(change) }

    func breaker(from old: BreakerState, to new: BreakerState) { metrics.breaker.add(new.rawValue - old.rawValue) }

    func feedback(_ fate: FeedbackFate, _ count: Int) {
        metrics.feedback[metrics.fates.index(of: fate.rawValue)].increment(by: UInt64(count))
    }

    func note(_ event: RelayEvent) {
        switch event {
        case .died: metrics.deaths.increment()
        case .renewed: metrics.renewals.increment()
        }
    }
}

/// Where nobody counts.
struct Uncounted: ClientObserver {
    func noted(_ outcome: ClientOutcome) {}
    func inFlight(_ change: Int) {}
    func breaker(from old: BreakerState, to new: BreakerState) {}
    func feedback(_ fate: FeedbackFate, _ count: Int) {}
}
