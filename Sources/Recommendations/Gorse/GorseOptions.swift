/// How a Gorse service is used. The config's `recommender` sets what has a key of the same name.
public struct GorseOptions: Hashable, Sendable {
    /// The service's list for anonymous users (`/api/non-personalized/{name}`); `nil` for the latest items.
    public var popular: String?
    public var categoriesAreMarkets = false
    /// The longest time for one request. A caller may wait for less; the response is cached for the next one.
    public var timeout = Duration.milliseconds(500)
    /// Requests in flight; further queries fail at once.
    public var maxConcurrentRequests = 64
    /// Callers that wait for the result of one query; further ones fail at once.
    var maxWaiters = 1024
    public var cacheSize = 4096
    public var cacheLifetime = Duration.seconds(5)
    /// The number of items in one request: more than are shown, since some are opened, sold or of other markets.
    public var pageSize = 100
    /// The most pages for one user's recommendations.
    public var maxPages = 2
    public var circuitBreaker = CircuitBreakerLimits()
    var feedbackBatchSize = 100
    /// The delay before feedback is looked for again if there was none, and after the first failure.
    var feedbackDelay = Duration.seconds(1)
    var maxFeedbackDelay = Duration.seconds(60)
    var feedbackTimeout = Duration.seconds(10)

    public init() {}
}

public struct CircuitBreakerLimits: Hashable, Sendable {
    /// The number of last outcomes that count, 1…64.
    public var window = 20
    /// The number of failures among them that open the breaker.
    public var failures = 10
    /// How long it stays open the first time, doubled each further time in a row.
    public var backoff = Duration.milliseconds(250)
    public var maxBackoff = Duration.seconds(10)
}
