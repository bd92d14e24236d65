/// How much is asked of the service, and how long it is waited for.
public struct GorseLimits: Hashable, Sendable {
    /// How long a request may take. Who asked may wait for less, and the answer is kept for who asks next.
    public var timeout = Duration.milliseconds(500)
    /// The requests in flight at a time. A further question fails at once.
    public var requests = 64
    /// Who may wait for the answer to one question. Whoever comes further fails at once.
    public var waiters = 1024
    /// The answers that are kept.
    public var answers = 4096
    /// How long an answer is kept.
    public var answerLife = Duration.seconds(5)
    /// The items that are asked for at once: more than are wanted, since some are opened, sold or of other markets.
    public var page = 100
    /// The pages that one user's recommendations may take.
    public var pages = 2
    /// When the service is left alone for a while.
    public var breaker = CircuitBreakerLimits()
    /// The feedback that is sent at once.
    public var feedbackBatch = 100
    /// How long to wait before looking for more feedback where there was none, and after the first failure.
    public var feedbackPause = Duration.seconds(1)
    /// The longest time between two attempts to send feedback.
    public var longestFeedbackPause = Duration.seconds(60)
    /// How long sending feedback may take.
    public var feedbackTimeout = Duration.seconds(10)

    /// The defaults.
    public init() {}
}

/// When a circuit breaker opens, and for how long.
public struct CircuitBreakerLimits: Hashable, Sendable {
    /// How many of the last outcomes are looked at: at most 64.
    public var window = 20
    /// How many of those have to be failures for the breaker to open.
    public var failures = 10
    /// For how long it opens the first time; each further time in a row doubles it.
    public var pause = Duration.milliseconds(250)
    /// The longest that it opens for.
    public var longestPause = Duration.seconds(10)

    /// The defaults.
    public init() {}
}
