import Observability

/// Metrics of the client of an external recommendation service; all are 0 without one.
package struct RecommenderMetrics: Sendable {
    private let requests = Counters(
        "hearth_recommender_requests_total",
        "Queries to the recommendation service by outcome.",
        by: Label("outcome", GorseQueryOutcome.allCases.map(\.rawValue))
    )
    let inFlight = Counters(
        "hearth_recommender_requests_in_flight",
        "Requests to the recommendation service in flight."
    )
    /// ``CircuitBreaker/State``.
    let breakerState = Counters(
        "hearth_recommender_circuit_breaker_state",
        "The circuit breaker of the recommendation service: 0 closed, 1 half-open, 2 open."
    )
    /// Of helper processes.
    package let restarts = Counters(
        "hearth_http_helper_restarts_total",
        "Helper processes that died and were restarted."
    )
    private let feedback = Counters(
        "hearth_feedback_events_total",
        "User events sent to the recommendation service by outcome.",
        by: Label("outcome", FeedbackOutcome.allCases.map(\.rawValue))
    )

    package init(in registry: inout MetricsRegistry) {
        registry.add(requests, inFlight, breakerState, restarts, feedback)
    }

    subscript(_ outcome: GorseQueryOutcome) -> Counter { requests[outcome.rawValue] }

    subscript(_ outcome: FeedbackOutcome) -> Counter { feedback[outcome.rawValue] }
}

/// The outcome of a query. A query that sends a request counts twice: for the caller and for the request.
enum GorseQueryOutcome: String, CaseIterable {
    case answered
    case timedOut = "timed_out"
    case refused
    /// The response was malformed, or the request could not be sent.
    case failed
    case cached
    /// The query was in flight already.
    case joined
    /// Too many requests were in flight, or too many callers waited.
    case overloaded
    /// The circuit breaker was open.
    case rejected
    /// The caller's task was cancelled before there was a response.
    case abandoned
}

enum FeedbackOutcome: String, CaseIterable {
    case acknowledged
    /// The service rejected it; it is not sent again.
    case refused
}
