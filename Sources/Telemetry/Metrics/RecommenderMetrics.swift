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
public struct RecommenderMetrics: Sendable {
    /// What becomes of a question.
    public let outcomes: Label
    /// What becomes of feedback.
    public let fates: Label

    /// By the place of the outcome.
    public let questions: Family<Counter>
    /// Requests in flight now.
    public let inFlight: Gauge
    /// The breaker's state as a number.
    public let breaker: Gauge
    /// Relays that died.
    public let deaths: Counter
    /// Relays that were renewed.
    public let renewals: Counter
    /// By the place of the fate.
    public let feedback: Family<Counter>

    /// Adds the metrics to `registry`, with these values of their labels.
    public init(in registry: inout MetricsRegistry, outcomes: [String], fates: [String]) {
        self.outcomes = Label("outcome", outcomes)
        self.fates = Label("fate", fates)
        questions = registry.counters(
            "hearth_recommender_questions_total",
            "Questions to the recommendation service by what became of them.",
            by: self.outcomes
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
            by: self.fates
        )
    }
}
