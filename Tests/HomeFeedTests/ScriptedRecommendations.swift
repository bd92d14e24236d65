import Catalogue
import Recommendations
import Synchronization

/// A service that does as it is told.
final class ScriptedRecommendations: Recommendations {
    enum Conduct: Sendable {
        case recommends([ListingHit])
        case fails(RecommendationError)
        /// Says nothing until nobody waits any more.
        case hangs
    }

    private let state: Mutex<(conduct: Conduct, asked: Int, abandoned: Int)>

    init(_ conduct: Conduct) {
        state = Mutex((conduct, 0, 0))
    }

    var conduct: Conduct {
        get { state.withLock { $0.conduct } }
        set { state.withLock { $0.conduct = newValue } }
    }

    /// How often it was asked.
    var asked: Int { state.withLock { $0.asked } }
    /// How often nobody waited any more.
    var abandoned: Int { state.withLock { $0.abandoned } }

    func recommendations(for request: RecommendationRequest) async throws(RecommendationError) -> [Recommendation] {
        let conduct = state.withLock { state in
            state.asked += 1
            return state.conduct
        }
        switch conduct {
        case .recommends(let hits):
            return hits.prefix(request.count).map { Recommendation(listing: $0, score: 1) }
        case .fails(let error):
            throw error
        case .hangs:
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
            state.withLock { $0.abandoned += 1 }
            throw .timedOut
        }
    }
}
