import Catalogue

/// Recommendations of the service with Gorse's REST API, whose item ids are those of the catalogue (`listing:1`).
///
/// The service ranks. It does not know the last search, and learns late which items were opened, so some of its items
/// cannot be shown: each request asks for more than needed. Known users get the service's recommendations, anonymous
/// ones the popular or latest items. If too few of them can be shown, items similar to the one opened last follow.
extension GorseClient: RecommendationService {
    package func recommendations(
        for request: RecommendationRequest
    ) async throws(RecommendationError) -> [CatalogueItem.ID] {
        guard request.count > 0 else { return [] }
        let (query, snapshot) = (request.query, request.snapshot)
        var ids: [CatalogueItem.ID] = []
        // How many of the items can be shown.
        var count = 0
        /// - Returns: whether the service has items.
        func add(_ list: GorseQuery) async throws(RecommendationError) -> Bool {
            do throws(RecommendationError) {
                let found = try await items(list)
                ids += found
                let rows = ids.compactMap { snapshot.row(of: $0) }
                count = snapshot.ranking(of: rows, for: query, at: request.now).count
                return !found.isEmpty
            } catch {
                // Some items are better than none.
                if count == 0 || error == .cancelled { throw error }
                return false
            }
        }
        for list in lists(for: request) {
            guard try await add(list), count < request.count else { break }
        }
        let lastOpened = query.record.opened.first { query.kinds.isEmpty || query.kinds.contains($0.kind) }
        if count < request.count, let lastOpened { _ = try await add(.neighbors(lastOpened)) }
        return ids
    }

    /// What to ask the service for, one after the other, until enough items can be shown.
    private func lists(for request: RecommendationRequest) -> [GorseQuery] {
        let query = request.query
        let category =
            options.categoriesAreMarkets ? query.filter.market ?? query.record.lastSearch?.filter.market : nil
        guard let user = request.user else {
            return [options.popular.map { .nonPersonalized($0, category: category) } ?? .latest(category: category)]
        }
        return (0..<options.maxPages).map { page in
            .recommended(user, offset: page * options.pageSize, category: category)
        }
    }
}
