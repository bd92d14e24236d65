import GorseClient
import Relay
import Telemetry

/// What Hearth counts of a recommendation service behind HTTP; all is 0 where it asks none.
///
/// | metric | labels | what |
/// | --- | --- | --- |
/// | `hearth_recommender_questions_total` | `outcome` | questions by what became of them, on the way and at the service |
/// | `hearth_recommender_in_flight` | | requests in flight now |
/// | `hearth_recommender_breaker` | | the breaker: 0 closed, 1 half-open, 2 open |
/// | `hearth_relay_deaths_total` | | relays that died and were replaced |
/// | `hearth_relay_renewals_total` | | relays that were replaced after their number of requests |
/// | `hearth_feedback_total` | `fate` | what users did, by what became of it at the service |
struct RecommenderTelemetry: ClientObserver {
    private let outcomes = Label("outcome", ClientOutcome.allCases.map(\.rawValue))
    private let fates = Label("fate", FeedbackFate.allCases.map(\.rawValue))
    private let questions: Family<Counter>
    private let inFlight: Gauge
    private let breaker: Gauge
    private let deaths: Counter
    private let renewals: Counter
    private let feedback: Family<Counter>

    /// Adds the metrics to `registry`.
    init(in registry: inout MetricsRegistry) {
        questions = registry.counters(
            "hearth_recommender_questions_total",
            "Questions to the recommendation service by what became of them.",
            by: outcomes
        )
        inFlight = registry.gauge("hearth_recommender_in_flight", "Requests to the recommendation service in flight.")
        breaker = registry.gauge(
            "hearth_recommender_breaker",
            "The breaker before the recommendation service: 0 closed, 1 half-open, 2 open."
        )
        deaths = registry.counter("hearth_relay_deaths_total", "Relays that died and were replaced.")
        renewals = registry.counter("hearth_relay_renewals_total", "Relays that were replaced in good health.")
        feedback = registry.counters(
            "hearth_feedback_total",
            "What users did, by what became of it at the recommendation service.",
            by: fates
        )
    }

    func noted(_ outcome: ClientOutcome) { questions[outcomes.index(of: outcome.rawValue)].increment() }

    func inFlight(_ change: Int) { inFlight.add(change) }

    func breaker(from old: BreakerState, to new: BreakerState) { breaker.add(new.rawValue - old.rawValue) }

    func feedback(_ fate: FeedbackFate, _ count: Int) {
        feedback[fates.index(of: fate.rawValue)].increment(by: UInt64(count))
    }

    func note(_ event: RelayEvent) {
        switch event {
        case .died: deaths.increment()
        case .renewed: renewals.increment()
        }
    }
}
