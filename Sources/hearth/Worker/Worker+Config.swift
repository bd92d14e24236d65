import Catalogue
import Foundation
import HomeFeed
import Observability
import Recommendations

extension Worker {
    /// Serves with the config that was read anew, or says why not.
    func reload(_ reading: ConfigWatcher.Reading, _ store: OpenStore) async {
        do throws(Failure) {
            try await swap(to: reading, store)
        } catch {
            config.refuse(error, in: reading.bytes.files)
            StandardErrorMessage.line("Not reloaded, and the old config is kept: \(error.message)")
        }
    }

    /// Serves with the config that was read, where it is valid and another one. Where it has other kinds of items, the catalogue is
    /// loaded with these first.
    private func swap(to reading: ConfigWatcher.Reading, _ store: OpenStore) async throws(Failure) {
        let file = try reading.config.get()
        if reading.bytes.texts == config.bytes.texts {
            var bytes = config.bytes
            bytes.files = reading.bytes.files
            config.accept(file, bytes)
            return StandardErrorMessage.line("The config is unchanged")
        }
        guard let follower = try await follower(of: file.home.kinds, store) else { return }
        try await serve(file, from: store, follower)
        config.accept(file, reading.bytes)
        file.tellWarnings()
        StandardErrorMessage.line("Reloaded the config, which has the revision \(file.home.revision)")
    }

    /// Serves with this config and this catalogue from now on.
    func serve(_ file: ConfigFile, from store: OpenStore, _ follower: CatalogueFollower) async throws(Failure) {
        let recommender =
            if let recommender, recommender.config == file.recommender {
                recommender
            } else {
                try makeRecommender(file.recommender, store)
            }
        let feed = HomeFeed(
            config: file.home,
            users: store.users,
            recommendations: recommender.service,
            cards: follower.cards,
            signingKey: store.signingKey,
            clock: { Int64(time(nil)) }
        )
        let routes = Routes(
            feed: feed,
            users: store.users,
            catalogue: follower.updater,
            access: file.access,
            instruments: instruments
        )
        await front.use(file, routes)
        if follower !== state.follower { state.replace(by: follower) }
        self.recommender = recommender
    }

    /// A catalogue of items of these kinds that is loaded: the one that is served where it has them.
    /// - Returns: `nil` where the task was cancelled.
    private func follower(of kinds: KindTable, _ store: OpenStore) async throws(Failure) -> CatalogueFollower? {
        if let follower = state.follower, follower.kinds == kinds { return follower }
        StandardErrorMessage.line("The config has other kinds of items: loading the catalogue")
        let new = CatalogueFollower(of: store.store, kinds: kinds, limits: options.catalogueLimits) {
            [instruments] in instruments.note($0)
        }
        for await report in new.reports {
            guard case .memoryFailed(let error) = report else { continue }
            new.cancel()
            throw Failure("the catalogue cannot be loaded with the config's kinds: \(error.explanation)")
        }
        guard !Task.isCancelled else {
            new.cancel()
            return nil
        }
        return new
    }

    /// A recommender, which is sent feedback once none goes to the one before any more.
    private func makeRecommender(_ config: RecommenderConfig, _ store: OpenStore) throws(Failure) -> Recommender {
        let metrics = recommenderMetrics
        let new = try Recommender(config, store: store.store, metrics: metrics) { [instruments] event in
            metrics.count(event)
            if case .died(let reason, let delay) = event {
                instruments.warn("HTTP helper replaced", ["reason": .string(reason), "backoff": .string("\(delay)")])
            }
        }
        let old = pumping
        old?.cancel()
        pumping = Task {
            await old?.value
            await new.sendFeedback()
        }
        return new
    }

    /// Lets go of the recommendation service. What is still asked fails.
    func closeRecommender() async {
        pumping?.cancel()
        await pumping?.value
        recommender?.close()
    }
}
