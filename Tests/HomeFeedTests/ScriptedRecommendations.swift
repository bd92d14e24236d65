import Synchronization

@testable import Catalogue
@testable import Recommendations

/// A service that does as it is told.
final class ScriptedRecommendations: RecommendationService {
    enum Conduct: Sendable {
        case recommends([CatalogueItem.ID])
        case fails(RecommendationError)
        /// Fails differently for the items of each kind.
        case failsByKind([String: RecommendationError])
        /// Does not answer before the caller gives up.
        case hangs
    }

    private let state: Mutex<(conduct: Conduct, asked: [RecommendationRequest], abandoned: Int)>

    init(_ conduct: Conduct) {
        state = Mutex((conduct, [], 0))
    }

    var conduct: Conduct {
        get { state.withLock { $0.conduct } }
        set { state.withLock { $0.conduct = newValue } }
    }

    var asked: [RecommendationRequest] { state.withLock { $0.asked } }
    /// How often the caller gave up.
    var abandoned: Int { state.withLock { $0.abandoned } }

    func recommendations(for request: RecommendationRequest) async throws(RecommendationError) -> [CatalogueItem.ID] {
        let conduct = state.withLock { state in
            state.asked.append(request)
            return state.conduct
        }
        switch conduct {
        case .recommends(let ids):
            return Array(ids.prefix(request.count))
        case .fails(let error):
            throw error
        case .failsByKind(let errors):
            throw errors[request.query.kinds.first ?? ""] ?? .timedOut
        case .hangs:
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
            state.withLock { $0.abandoned += 1 }
            throw .timedOut
        }
    }
}
