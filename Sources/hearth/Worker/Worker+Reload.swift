import Catalogue
import HomeFeed
import Observability
import Recommendations

extension Worker {
    func reload(_ reading: ConfigWatcher.Reading, _ store: OpenStore) async {
        do throws(Failure) {
            try await swap(to: reading, store)
        } catch {
            config.reject(error, in: reading.bytes.files)
            StandardError.line("Config not reloaded, keeping the current one: \(error.message)")
        }
    }

    /// Serves the config if it is valid and changed. If it has other kinds of items, the catalogue is loaded first.
    private func swap(to reading: ConfigWatcher.Reading, _ store: OpenStore) async throws(Failure) {
        let file = try reading.config.get()
        if reading.bytes.texts == config.bytes.texts {
            var bytes = config.bytes
            bytes.files = reading.bytes.files
            config.accept(file, bytes)
            return StandardError.line("Config unchanged")
        }
        guard let follower = try await loadedFollower(of: store, file.home.kinds) else { return }
        try await serve(file, from: store, follower)
        config.accept(file, reading.bytes)
        file.printWarnings()
        StandardError.line("Config reloaded, revision \(file.revision)")
    }

    func serve(_ file: ConfigFile, from store: OpenStore, _ follower: CatalogueFollower) async throws(Failure) {
        let recommender =
            if let recommender, recommender.config == file.recommender {
                recommender
            } else {
                try makeRecommender(file.recommender, store)
            }
        func routes(_ feed: HomeFeed) -> Routes {
            Routes(
                feed: feed,
                store: store,
                catalogue: follower.updater,
                access: file.access,
                eventsReader: eventsReader,
                recorder: recorder,
                telemetry: telemetry
            )
        }
        let served = store.feed(file.home, recommender, follower.cards, recorder?.sampler)
        let preview = file.preview.homes.mapValues { routes(store.feed($0, recommender, follower.cards)) }
        await servers.use(file, routes: routes(served), preview: preview)
        cardTask?.cancel()
        // Detached, since it computes for long.
        cardTask = Task.detached(priority: .background) { await served.keepCards(of: follower.updater) }
        if follower !== state.follower { state.replace(by: follower) }
        self.recommender = recommender
    }

    /// The current catalogue if it has these kinds, else a new one after it is loaded; `nil` if the task was cancelled.
    private func loadedFollower(of store: OpenStore, _ kinds: KindTable) async throws(Failure) -> CatalogueFollower? {
        if let follower = state.follower, follower.kinds == kinds { return follower }
        StandardError.line("The config has other kinds of items: loading the catalogue")
        let new = makeFollower(of: store, kinds)
        for await report in new.reports {
            guard case .failed(.memory(let error)) = report else { continue }
            new.cancel()
            throw Failure("the catalogue cannot be loaded with the config's kinds: \(error.explanation)")
        }
        guard !Task.isCancelled else {
            new.cancel()
            return nil
        }
        return new
    }

    /// Feedback is sent once the previous recommender has stopped.
    private func makeRecommender(_ config: RecommenderConfig, _ store: OpenStore) throws(Failure) -> Recommender {
        let new = try Recommender(config, metrics: recommenderMetrics) { [telemetry] reason, delay in
            telemetry.log.event(.warning, "HTTP helper restarted", ["reason": reason, "backoff": delay])
        }
        let old = feedbackTask
        old?.cancel()
        feedbackTask = Task { [store = store.store] in
            await old?.value
            await new.service?.sendFeedback(from: store)
        }
        return new
    }

    func closeRecommender() async {
        feedbackTask?.cancel()
        await feedbackTask?.value
        recommender?.helper?.close()
    }
}
