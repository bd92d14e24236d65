import Catalogue
import Glibc
import HomeFeed
import Observability
import Recommendations

/// The parts of feeds that a command builds over one store, for homes of one instant.
struct StoreFeeds {
    let store: any CatalogueStore
    private let users: UserCache
    private let interactions: InteractionUpdater
    private let rates = WidgetRates()
    private let signingKey: [UInt8]
    private let memoryLimit: Int
    private let now = Int64(time(nil))

    /// Opens the store that `--store` names, and learns from its events.
    init(_ arguments: Arguments) async throws {
        store = try StoreLocation(try arguments.required(Flag.store.name)).open(readers: 1)
        memoryLimit = try arguments.integer(Flag.maxCatalogueMemory.name)
        users = UserCache(of: store)
        interactions = InteractionUpdater(of: store)
        await interactions.catchUp()
        let today = EventTotal.day(of: now)
        rates.update(with: try await store.eventTotals(since: WidgetRates.firstDay(today: today)), today: today)
        signingKey = try await store.signingKey()
    }

    func snapshot(of kinds: KindTable) async throws -> CatalogueSnapshot {
        var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: memoryLimit)
        return try await builder.load(from: store)
    }

    func withFeed<Value>(
        _ config: ConfigFile,
        _ body: (HomeFeed) async throws -> Value
    ) async throws -> Value {
        var registry = MetricsRegistry()
        let metrics = RecommenderMetrics(in: &registry)
        let recommender = try Recommender(config.recommender, store: store, metrics: metrics, onEvent: metrics.count)
        defer { recommender.helper?.close() }
        let feed = HomeFeed(
            config: config.home,
            users: users,
            recommendations: recommender.service,
            interactions: interactions,
            rates: rates,
            cards: CardCache(),
            signingKey: signingKey,
            clock: { [now] in now }
        )
        return try await body(feed)
    }
}
