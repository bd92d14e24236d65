/// Is told what the client does, on whatever thread that happens; it may wait for nothing.
public protocol ClientObserver: Sendable {
    /// A question was answered, or was not.
    func noted(_ outcome: ClientOutcome)
    /// So many more requests are in flight; fewer where it is negative.
    func inFlight(_ change: Int)
    /// The breaker is in another state.
    func breaker(from old: BreakerState, to new: BreakerState)
    /// What became of so much feedback.
    func feedback(_ fate: FeedbackFate, _ count: Int)
}

/// What becomes of a question. One that has led to a request counts once for whoever asked and once for the request.
public enum ClientOutcome: String, CaseIterable, Sendable {
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

/// The state of the breaker.
public enum BreakerState: Int, Sendable {
    /// Requests go through.
    case closed
    /// One request is to find out whether the service is well.
    case halfOpen
    /// No request goes through.
    case open
}

/// What becomes of feedback.
public enum FeedbackFate: String, CaseIterable, Sendable {
    /// The service has it.
    case acknowledged
    /// The service does not want it, and it is sent no more.
    case refused
}
