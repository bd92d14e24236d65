import Foundation
import Catalogue
import GorseClient
import HomeFeed
import Relay
import Telemetry

/// Serves homes from an open store with one config at a time, which is swapped while requests are answered.
@MainActor
final class HomeService {
    private let front: Front
    private let store: OpenStore
    private let catalogue: ServedCatalogue
    private let limits: CatalogueFollower.Limits
    private let instruments: Instruments
    private let metrics: RecommenderMetrics
    private let served: ServedConfig
    private var bytes: ConfigBytes
    private var follower: CatalogueFollower
    private var recommender: Recommender
    private var pumping: Task<Void, Never>

    /// Serves with a config that is valid.
    /// - Parameters:
    ///   - bytes: the config's.
    ///   - catalogue: has a loaded catalogue of the config's kinds.
    ///   - limits: how much memory another catalogue may take.
    ///   - served: told which config is served with, and which one is refused.
    init(
        _ config: ConfigFile,
        _ bytes: ConfigBytes,
        from store: OpenStore,
        _ catalogue: ServedCatalogue,
        limits: CatalogueFollower.Limits,
        on front: Front,
        _ instruments: Instruments,
        _ metrics: RecommenderMetrics,
        _ served: ServedConfig
    ) async throws(Failure) {
        guard let follower = catalogue.follower else { throw Failure("there is no catalogue") }
        self.front = front
        self.store = store
        self.catalogue = catalogue
        self.limits = limits
        self.instruments = instruments
        self.metrics = metrics
        self.served = served
        self.bytes = bytes
        self.follower = follower
        let recommender = try Self.recommender(config.recommender, store.store, instruments, metrics)
        self.recommender = recommender
        pumping = Task { await recommender.pumpFeedback() }
        await front.use(config, routes(config, follower, recommender))
    }

    /// Serves with the config that was read, where it is valid and another one. Where it has other kinds of items, the catalogue is
    /// loaded with these first.
    /// - Returns: the record of what is served with, for the supervisor; `nil` where the task was cancelled.
    func swap(to reading: ConfigWatch.Reading) async throws(Failure) -> ConfigRecord? {
        let config = try reading.config.get()
        if reading.bytes.texts == bytes.texts {
            bytes.files = reading.bytes.files
            let record = try ConfigRecord(of: bytes)
            served.note(refused: nil)
            Notice.line("The config is unchanged")
            return record
        }
        let record = try ConfigRecord(of: reading.bytes)
        let isSame = config.recommender == recommender.config
        let recommender =
            isSame ? recommender : try Self.recommender(config.recommender, store.store, instruments, metrics)
        let follower: CatalogueFollower
        do throws(Failure) {
            guard let loaded = try await self.follower(of: config.home.kinds) else { return nil }
            follower = loaded
        } catch {
            if !isSame { recommender.close() }
            throw error
        }
        await front.use(config, routes(config, follower, recommender))
        served.note(config, readAt: reading.bytes.readAt)
        bytes = reading.bytes
        if follower !== self.follower {
            self.follower = follower
            catalogue.replace(by: follower)
        }
        if !isSame { replaceRecommender(by: recommender) }
        Notice.line("Reloaded the config, which has the revision \(config.home.revision)")
        return record
    }

    /// A catalogue of items of these kinds that is loaded: the one that is served where it has them.
    /// - Returns: `nil` where the task was cancelled.
    private func follower(of kinds: KindTable) async throws(Failure) -> CatalogueFollower? {
        if kinds == follower.kinds { return follower }
        Notice.line("The config has other kinds of items: loading the catalogue")
        let instruments = instruments
        let new = CatalogueFollower(of: store.store, kinds: kinds, limits: limits) { instruments.note($0) }
        for await step in new.steps {
            guard case .tooLarge(let error) = step else { continue }
            new.cancel()
            throw Failure("the catalogue cannot be loaded with the config's kinds: \(error.explanation)")
        }
        guard !Task.isCancelled else {
            new.cancel()
            return nil
        }
        return new
    }

    /// Brings feedback to this recommender, once none goes to the one before any more.
    private func replaceRecommender(by new: Recommender) {
        recommender = new
        let old = pumping
        old.cancel()
        pumping = Task {
            await old.value
            await new.pumpFeedback()
        }
    }

    /// Lets go of the recommendation service. What is still asked fails.
    func close() async {
        pumping.cancel()
        await pumping.value
        recommender.close()
    }

    private func routes(_ config: ConfigFile, _ follower: CatalogueFollower, _ recommender: Recommender) -> Routes {
        let feed = HomeFeed(
            config: config.home,
            users: store.users,
            recommendations: recommender.service,
            cards: follower.cards,
            signingKey: store.signingKey,
            clock: { Int64(time(nil)) }
        )
        return Routes(
            feed: feed,
            users: store.users,
            catalogue: follower.updater,
            access: config.access,
            instruments: instruments
        )
    }

    private static func recommender(
        _ config: RecommenderConfig,
        _ store: any CatalogueStore,
        _ instruments: Instruments,
        _ metrics: RecommenderMetrics
    ) throws(Failure) -> Recommender {
        try Recommender(config, store: store, metrics: metrics) { event in
            metrics.note(event)
            if case .died(let reason, pause: let pause) = event {
                instruments.warn("Relay replaced", ["reason": .string(reason), "pause": .string("\(pause)")])
            }
        }
    }
}
