/// Why there are no recommendations.
public enum RecommendationError: Error, Hashable, Sendable {
    /// The service cannot be reached or does not answer as it should: the request, and the outcome.
    case unavailable(String)
    /// The service did not answer in time.
    case timedOut
    /// Too many requests are under way; the service was not asked.
    case overloaded
    /// The caller was cancelled.
    case cancelled
}
