import Foundation
import Catalogue
import HomeFeed
import Relay
import Telemetry

/// Serves homes from an open store with one config at a time, which is swapped while requests are answered.
@MainActor
final class HomeService {
    private let front: Front
    private let store: any PropertyStore
    private let sealingKey: [UInt8]
    private let instruments: Instruments
    private let observer: RecommenderTelemetry
    private let served: ServedConfig
    private var bytes: ConfigBytes
    private var recommender: Recommender
    private var pumping: Task<Void, Never>

    /// Serves with a config that is valid.
    /// - Parameters:
    ///   - bytes: the config's.
    ///   - sealingKey: what the store's cursors are sealed with.
    ///   - served: told which config is served with, and which one is refused.
    init(
        _ config: ConfigFile,
        _ bytes: ConfigBytes,
        from store: any PropertyStore,
        sealingKey: [UInt8],
        on front: Front,
        _ instruments: Instruments,
        _ observer: RecommenderTelemetry,
        _ served: ServedConfig
    ) async throws(Failure) {
        self.front = front
        self.store = store
        self.sealingKey = sealingKey
        self.instruments = instruments
        self.observer = observer
        self.served = served
        self.bytes = bytes
        let recommender = try Self.recommender(config.recommender, store, instruments, observer)
        self.recommender = recommender
        pumping = Task { await recommender.pumpFeedback() }
        await front.use(config, routes(config, recommender))
    }

    /// Serves with the config that was read, where it is valid and another one.
    /// - Returns: the record of what is served with, for the supervisor.
    func swap(to reading: ConfigWatch.Reading) async throws(Failure) -> ConfigRecord {
        let config = try reading.config.get()
        if reading.bytes.texts == bytes.texts {
            bytes.files = reading.bytes.files
            let record = try ConfigRecord(of: bytes)
            served.note(refused: nil)
            Notice.line("The config is unchanged")
            return record
        }
        let record = try ConfigRecord(of: reading.bytes)
        let old = recommender
        let isSame = config.recommender == old.config
        let new = isSame ? old : try Self.recommender(config.recommender, store, instruments, observer)
        await front.use(config, routes(config, new))
        served.note(config, readAt: reading.bytes.readAt)
        bytes = reading.bytes
        if !isSame { replaceRecommender(by: new) }
        Notice.line("Reloaded the config, which has the revision \(config.home.revision)")
        return record
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

    private func routes(_ config: ConfigFile, _ recommender: Recommender) -> Routes {
        let feed = HomeFeed(
            config: config.home,
            store: store,
            recommendations: recommender.recommendations,
            sealingKey: sealingKey,
            clock: { Int64(time(nil)) }
        )
        return Routes(feed: feed, store: store, access: config.access, instruments: instruments)
    }

    private static func recommender(
        _ config: RecommenderConfig,
        _ store: any PropertyStore,
        _ instruments: Instruments,
        _ observer: RecommenderTelemetry
    ) throws(Failure) -> Recommender {
        try Recommender(config, store: store, observer: observer) { event in
            observer.note(event)
            if case .died(let reason, pause: let pause) = event {
                instruments.warn("Relay replaced", ["reason": .string(reason), "pause": .string("\(pause)")])
            }
        }
    }
}
