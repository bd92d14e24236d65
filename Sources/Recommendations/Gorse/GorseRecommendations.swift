import Catalogue

/// Recommendations of a service with Gorse's REST API, whose item ids are those of the catalogue (`listing:1`).
///
/// The service ranks. It does not know the last search, and learns late which items were opened, so some of its items
/// cannot be shown: each request asks for more than needed. Known users get the service's recommendations, anonymous
/// ones the popular or latest items. If too few of them can be shown, items similar to the one opened last follow.
package struct GorseRecommendations: RecommendationService {
    package struct Options: Hashable, Sendable {
        /// The service's list for anonymous users (`/api/non-personalized/{name}`); `nil` for the latest items.
        package var popular: String?
        package var categoriesAreMarkets = false

        package init() {}
    }

    private let client: GorseClient
    private let options: Options

    package init(client: GorseClient, options: Options = Options()) {
        self.client = client
        self.options = options
    }

    package func recommendations(
        for request: RecommendationRequest
    ) async throws(RecommendationError) -> [CatalogueItem.ID] {
        guard request.count > 0 else { return [] }
        let deadline = client.clock.now + client.limits.timeout
        var candidates = Candidates(request)
        try await load(&candidates, by: deadline)
        let query = request.query
        let lastOpened = query.record.opened.first { query.kinds.isEmpty || query.kinds.contains($0.kind) }
        if !candidates.areEnough, let lastOpened {
            do throws(RecommendationError) {
                candidates.add(try await client.items(.neighbors(lastOpened), by: deadline))
            } catch  where !candidates.isEmpty && error != .cancelled {
                // Some items are better than none.
            }
        }
        return candidates.ids
    }

    private func load(
        _ candidates: inout Candidates,
        by deadline: ContinuousClock.Instant
    ) async throws(RecommendationError) {
        let query = candidates.request.query
        let category =
            options.categoriesAreMarkets ? query.filter.market ?? query.record.lastSearch?.filter.market : nil
        guard let user = candidates.request.user else {
            let list =
                options.popular.map { GorseQuery.nonPersonalized($0, category: category) }
                ?? .latest(category: category)
            return candidates.add(try await client.items(list, by: deadline))
        }
        for page in 0..<client.limits.maxPages {
            let offset = page * client.limits.pageSize
            let ids: [CatalogueItem.ID]
            do {
                ids = try await client.items(.recommended(user, offset: offset, category: category), by: deadline)
            } catch  where !candidates.isEmpty && error != .cancelled {
                return
            }
            candidates.add(ids)
            if candidates.areEnough || ids.isEmpty { return }
        }
    }
}

/// The ids of the service's responses, and how many of the items can be shown.
private struct Candidates {
    let request: RecommendationRequest
    private(set) var ids: [CatalogueItem.ID] = []
    private var eligibleCount = 0

    init(_ request: RecommendationRequest) { self.request = request }

    mutating func add(_ more: [CatalogueItem.ID]) {
        ids += more
        let snapshot = request.snapshot
        let rows = ids.compactMap { snapshot.row(of: $0) }
        eligibleCount = snapshot.ranking(of: rows, for: request.query, at: request.now).count
    }

    var isEmpty: Bool { eligibleCount == 0 }
    var areEnough: Bool { eligibleCount >= request.count }
}
