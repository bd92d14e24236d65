package import Catalogue
package import Recommendations

/// Recommendations of a service behind Gorse's REST API.
///
/// The service ranks; what ``Recommendations`` promise is kept here, since the service knows neither the last search nor, at
/// once, what was opened: more is asked for than is wanted, and what was opened or is of another market is left out.
///
/// A user gets what the service recommends to them; somebody unknown, what is popular or came last. Where that is too
/// little, what is like the listing opened last fills it up.
package struct GorseRecommendations: Recommendations {
    /// What the service is asked for beside the user's own recommendations.
    package struct Options: Hashable, Sendable {
        /// The list of the service's that is for somebody unknown (`/api/non-personalized/{name}`); `nil` for what came
        /// last.
        package var popular: String?
        /// Whether the service's categories are the markets, so that it can be asked for those of one.
        package var categoriesAreMarkets = false

        /// The defaults.
        package init() {}
    }

    private let service: GorseService
    private let store: any PropertyStore
    private let options: Options

    /// Recommendations of `service`, whose items are the listings of `store` under their own ids.
    package init(service: GorseService, store: any PropertyStore, options: Options = Options()) {
        self.service = service
        self.store = store
        self.options = options
    }

    /// The listings that the service ranks highest for the user.
    package func recommendations(
        for request: RecommendationRequest
    ) async throws(RecommendationError) -> [Recommendation] {
        guard request.count > 0 else { return [] }
        let deadline = service.timekeeper.now + service.limits.timeout
        var suited = Suited(request)
        try await ask(for: request, by: deadline, &suited)
        if !suited.isEnough {
            do throws(RecommendationError) {
                try await askForMore(by: deadline, &suited)
            } catch  where !suited.listings.isEmpty && error != .cancelled {
                // Some are better than none.
            }
        }
        return suited.selected
    }

    private func ask(
        for request: RecommendationRequest,
        by deadline: ContinuousClock.Instant,
        _ suited: inout Suited
    ) async throws(RecommendationError) {
        let category = options.categoriesAreMarkets ? request.record.lastSearch?.market : nil
        guard let user = request.user else {
            let question =
                options.popular.map { Question.nonPersonalized($0, category: category) } ?? .latest(category: category)
            return try await add(service.items(question, by: deadline), &suited)
        }
        for page in 0..<service.limits.pages {
            let question = Question.recommended(user, offset: page * service.limits.page, category: category)
            let ids: [String]
            do {
                ids = try await service.items(question, by: deadline)
            } catch  where !suited.listings.isEmpty && error != .cancelled {
                return
            }
            try await add(ids, &suited)
            if suited.isEnough || ids.isEmpty { return }
        }
    }

    private func askForMore(
        by deadline: ContinuousClock.Instant,
        _ suited: inout Suited
    ) async throws(RecommendationError) {
        guard let listing = suited.request.record.recentlyOpened.first else { return }
        let id: String?
        do {
            id = try await store.listings([listing.key], at: suited.request.now).first.flatMap { $0?.id }
        } catch {
            throw .store(error)
        }
        guard let id else { return }
        try await add(service.items(.neighbors(id), by: deadline), &suited)
    }

    private func add(_ ids: [String], _ suited: inout Suited) async throws(RecommendationError) {
        guard !ids.isEmpty else { return }
        do {
            var listings = try await store.hits(ofListings: ids, at: suited.request.now)
            // A record that is not full holds all that the user has opened.
            if let user = suited.request.user, suited.request.record.recentlyOpened.count >= UserRecord.recentLimit {
                let opened = try await store.opened(by: user, among: listings.map(\.key))
                listings.removeAll { opened.contains($0.key) }
            }
            suited.add(listings)
        } catch {
            throw .store(error)
        }
    }
}
