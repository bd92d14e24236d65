import Catalogue
import Glibc
import HomeDocument
import HomeFeed
import Observability
import Recommendations

/// `hearth home --width 390 --user u1`
enum HomeCommand: Command {
    static let name = "home"
    static let summary = "Prints a home as the server would send it."
    static let flags = requestFlags + [.store, .config, .maxCatalogueMemory] + RecommenderFlags.flags

    /// The flags that are parameters of the request.
    private static let requestFlags =
        Flag.device + [
            Flag("user", "ID", "the user"),
            Flag("lat", "DEGREES", "latitude of the phone, with --lon"),
            Flag("lon", "DEGREES", "longitude of the phone, with --lat"),
            Flag("segment", "ID", "the segment to load; if missing, the first one"),
            Flag("platform", "WORD", "the client's platform, such as ios"),
            Flag("app-version", "N.N", "the version of the client's app"),
            Flag("layouts", "NAMES", "comma-separated layouts that the client can draw; if missing, all"),
            Flag("schema", "N", "document version whose layouts the client can draw, instead of --layouts"),
            Flag("locale", "TAG", "language and region; if missing, the config's default"),
            Flag("explain", "", "print why each widget is as it is, instead of the home"),
        ]

    static func run(_ arguments: Arguments) async throws {
        let request = try HomeRequest(parameters: arguments.parameters(requestFlags))
        let flags = try RecommenderFlags(arguments)
        let config = try ConfigFile(ConfigReader(of: arguments.required("config")), flags)
        let store = try StoreLocation(try arguments.required("store")).open(readers: 1)
        var registry = MetricsRegistry()
        let metrics = RecommenderMetrics(in: &registry)
        let recommender = try Recommender(config.recommender, store: store, metrics: metrics, onEvent: metrics.count)
        defer { recommender.close() }
        let kinds = config.home.kinds
        var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: arguments.integer(Flag.maxCatalogueMemory.name))
        let interactions = InteractionUpdater(of: store)
        await interactions.catchUp()
        let (rates, today) = (WidgetRates(), EventTotal.day(of: Int64(time(nil))))
        rates.update(with: try await store.eventTotals(since: WidgetRates.firstDay(today: today)), today: today)
        let feed = HomeFeed(
            config: config.home,
            users: UserCache(of: store),
            recommendations: recommender.service,
            interactions: interactions,
            rates: rates,
            cards: CardCache(),
            signingKey: try await store.signingKey(),
            clock: { Int64(time(nil)) }
        )
        let home = try await feed.home(for: request, in: builder.load(from: store), note: StandardError.failure)
        if let explanation = home.explanation { return try StandardOutput.line(explanation.table) }
        var writer = JSONWriter()
        _ = home.write(into: &writer)
        try StandardOutput.line(writer.bytes)
    }
}
