import Catalogue

/// Recommendations of a service behind Gorse's REST API, whose items are those of the catalogue under their ids (`listing:1`).
///
/// The service ranks. It knows neither the last search nor, at once, the items opened, so that some of its items cannot be shown:
/// it is asked for more than are wanted. A known user gets the service's recommendations, an anonymous one the popular or the
/// latest items. Where too few of them can be shown, items like the one opened last follow.
package struct GorseRecommendations: RecommendationService {
    /// What the service is asked for beside the user's own recommendations.
    package struct Options: Hashable, Sendable {
        /// The name of the service's list for anonymous users (`/api/non-personalized/{name}`); `nil` for the latest items.
        package var popular: String?
        /// Whether the service's categories are the markets, so that it can be asked for those of one.
        package var categoriesAreMarkets = false

        /// The defaults.
        package init() {}
    }

    private let service: GorseService
    private let options: Options

    /// Recommendations of `service`.
    package init(service: GorseService, options: Options = Options()) {
        self.service = service
        self.options = options
    }

    /// The items that the service ranks highest for the user.
    package func recommendations(
        for request: RecommendationRequest
    ) async throws(RecommendationError) -> [CatalogueItem.ID] {
        guard request.count > 0 else { return [] }
        let deadline = service.clock.now + service.limits.timeout
        var ranked = Ranked(request)
        try await ask(for: request, by: deadline, &ranked)
        if !ranked.isEnough, let item = Self.latestOpened(request.query) {
            do throws(RecommendationError) {
                ranked.add(try await service.items(.neighbors(item), by: deadline))
            } catch  where !ranked.isEmpty && error != .cancelled {
                // Some are better than none.
            }
        }
        return ranked.ids
    }

    private func ask(
        for request: RecommendationRequest,
        by deadline: ContinuousClock.Instant,
        _ ranked: inout Ranked
    ) async throws(RecommendationError) {
        let query = request.query
        let category =
            options.categoriesAreMarkets ? query.filter.market ?? query.record.lastSearch?.filter.market : nil
        guard let user = request.user else {
            let question =
                options.popular.map { GorseQuery.nonPersonalized($0, category: category) }
                ?? .latest(category: category)
            return ranked.add(try await service.items(question, by: deadline))
        }
        for page in 0..<service.limits.pages {
            let question = GorseQuery.recommended(user, offset: page * service.limits.page, category: category)
            let ids: [CatalogueItem.ID]
            do {
                ids = try await service.items(question, by: deadline)
            } catch  where !ranked.isEmpty && error != .cancelled {
                return
            }
            ranked.add(ids)
            if ranked.isEnough || ids.isEmpty { return }
        }
    }

    private static func latestOpened(_ query: RecommendationQuery) -> CatalogueItem.ID? {
        query.record.opened.first { query.kinds.isEmpty || query.kinds.contains($0.kind) }
    }
}

/// The ids of a service's responses, and how many of the items can be shown.
private struct Ranked {
    private let request: RecommendationRequest
    private(set) var ids: [CatalogueItem.ID] = []
    private var eligibleCount = 0

    init(_ request: RecommendationRequest) { self.request = request }

    mutating func add(_ more: [CatalogueItem.ID]) {
        ids += more
        let snapshot = request.snapshot
        let rows = ids.compactMap { snapshot.row(of: $0) }
        eligibleCount = snapshot.ranking(of: rows, for: request.query, at: request.now).count
    }

    /// Whether none of the items can be shown.
    var isEmpty: Bool { eligibleCount == 0 }
    var isEnough: Bool { eligibleCount >= request.count }
}
