import Observability

/// What Hearth counts of a recommendation service behind HTTP; all is 0 where it asks none.
///
/// | metric | labels | what |
/// | --- | --- | --- |
/// | `hearth_recommender_requests_total` | `outcome` | questions by what became of them, on the way and at the service |
/// | `hearth_recommender_in_flight` | | requests in flight now |
/// | `hearth_recommender_circuit_breaker_state` | | the breaker: 0 closed, 1 half-open, 2 open |
/// | `hearth_http_helper_restarts_total` | | helpers that died and were replaced |
/// | `hearth_http_helper_recycles_total` | | helpers that were replaced after their number of requests |
/// | `hearth_feedback_total` | `fate` | what users did, by what became of it at the service |
package struct RecommenderMetrics: Sendable {
    private let questions: Family<Counter>
    /// Requests in flight now.
    let inFlight: Gauge
    /// The breaker's state as a number.
    let breaker: Gauge
    private let deaths: Counter
    private let renewals: Counter
    private let feedback: Family<Counter>

    /// Adds the metrics to `registry`.
    package init(in registry: inout MetricsRegistry) {
        questions = registry.counters(
            "hearth_recommender_requests_total",
            "Questions to the recommendation service by what became of them.",
            by: Label("outcome", GorseQueryOutcome.allCases.map(\.rawValue))
        )
        inFlight = registry.gauge("hearth_recommender_in_flight", "Requests to the recommendation service in flight.")
        breaker = registry.gauge(
            "hearth_recommender_circuit_breaker_state",
            "The breaker before the recommendation service: 0 closed, 1 half-open, 2 open."
        )
        deaths = registry.counter("hearth_http_helper_restarts_total", "Helpers that died and were replaced.")
        renewals = registry.counter("hearth_http_helper_recycles_total", "Helpers that were replaced in good health.")
        feedback = registry.counters(
            "hearth_feedback_total",
            "What users did, by what became of it at the recommendation service.",
            by: Label("fate", FeedbackOutcome.allCases.map(\.rawValue))
        )
    }

    /// The number of questions with this outcome.
    subscript(_ outcome: GorseQueryOutcome) -> Counter { questions[outcome.rawValue] }

    /// The number of events with this fate.
    subscript(_ fate: FeedbackOutcome) -> Counter { feedback[fate.rawValue] }

    /// Counts what happens to a helper.
    package func note(_ event: HelperEvent) {
        switch event {
        case .died: deaths.increment()
        case .renewed: renewals.increment()
        }
    }
}

/// What becomes of a question. A question that leads to a request counts twice: once for the caller, once for the request.
enum GorseQueryOutcome: String, CaseIterable {
    /// A request was answered.
    case answered
    /// A request was not answered in time.
    case timedOut = "timed_out"
    /// A request was answered with an error.
    case refused
    /// A request was answered with what makes no sense, or could not be sent.
    case failed
    /// The answer was there already.
    case cached
    /// The question was under way already.
    case joined
    /// There were too many requests in flight, or too many who waited.
    case overloaded
    /// The breaker was open.
    case rejected
    /// Who asked had no time left, or went away, before there was an answer.
    case abandoned
}

/// What becomes of feedback.
enum FeedbackOutcome: String, CaseIterable {
    /// The service has it.
    case acknowledged
    /// The service does not want it, and it is sent no more.
    case refused
}
