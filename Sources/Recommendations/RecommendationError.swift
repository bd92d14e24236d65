public import Catalogue

/// Why there are no recommendations.
public enum RecommendationError: Error, Hashable, Sendable {
    /// The property store did not do its part.
    case store(StoreError)
    /// The service cannot be reached or does not answer as it should: what was asked, and what came of it.
    case unavailable(String)
    /// The service did not answer in time.
    case timedOut
    /// The service is asked as much at a time as it is to be; it was not asked.
    case overloaded
    /// Who asked was cancelled.
    case cancelled
}
