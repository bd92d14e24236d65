import Catalogue
import HomeFeed
import Observability
import Recommendations

/// The feeds that a command builds over one store, for homes of one instant.
struct StoreFeeds {
    private let open: OpenStore
    private let memoryLimit: Int
    private let now = Instant.now()

    /// Opens the store that `--store` names, and learns from its events.
    init(_ arguments: Arguments) async throws {
        open = try await OpenStore(try StoreLocation(try arguments.required(Flag.store.name)).open(readers: 1))
        memoryLimit = try arguments.integer(Flag.maxCatalogueMemory.name)
        await open.interactions.catchUp()
        let today = EventTotal.day(of: now)
        let totals = try await store.eventTotals(since: WidgetRates.firstDay(today: today))
        open.rates.update(with: totals, today: today)
    }

    var store: any CatalogueStore { open.store }

    func snapshot(of kinds: KindTable) async throws -> CatalogueSnapshot {
        var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: memoryLimit)
        return try await builder.load(from: store)
    }

    func feed(of config: ConfigFile) throws(Failure) -> HomeFeed {
        var registry = MetricsRegistry()
        let metrics = RecommenderMetrics(in: &registry)
        let recommender = try Recommender(config.recommender, metrics: metrics)
        return open.feed(config.home, recommender, CardCache()) { [now] in now }
    }
}
