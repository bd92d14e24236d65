import Catalogue
import Recommendations

/// A service that recommends the same to everyone, or fails.
struct FixedRecommendations: Recommendations {
    var hits: [ListingHit] = []
    var failure: RecommendationError?

    func recommendations(for request: RecommendationRequest) async throws(RecommendationError) -> [Recommendation] {
        if let failure { throw failure }
        return hits.prefix(request.count).map { Recommendation(listing: $0, score: 1) }
    }
}
