import Catalogue
import Glibc
import HomeDocument
import HomeFeed
import Observability
import Recommendations

/// `hearth home --width 390 --user u1`
enum HomeCommand: Command {
    static let name = "home"
    static let summary = "Prints the home that the server would send."
    static let flags = requestFlags + [.store, .config, .maxCatalogueMemory] + RecommenderFlags.flags

    /// The flags that are parameters of the request.
    private static let requestFlags =
        Flag.device + [
            Flag("user", "ID", "whose home it is"),
            Flag("lat", "DEGREES", "where the phone is, with --lon"),
            Flag("lon", "DEGREES", "where the phone is, with --lat"),
            Flag("segment", "ID", "the segment to load; the first where none is given"),
            Flag("platform", "WORD", "what the client runs on, such as ios"),
            Flag("app-version", "N.N", "the version of the client's app"),
            Flag("layouts", "NAMES", "the layouts that the client can draw, between commas; all where none is given"),
            Flag("schema", "N", "the version of the document whose layouts the client can draw, in place of --layouts"),
            Flag("locale", "TAG", "the language, and the region of forms and units; the config's where none is given"),
            Flag("explain", "", "prints why it is as it is, in place of the home"),
        ]

    static func run(_ arguments: Arguments) async throws {
        let request = try HomeRequest(parameters: arguments.parameters(requestFlags))
        let flags = try RecommenderFlags(arguments)
        let config = try ConfigFile(ConfigFiles(of: arguments.required("config")), flags)
        let store = try StoreLocation(try arguments.required("store")).open(readers: 1)
        var registry = MetricsRegistry()
        let metrics = RecommenderMetrics(in: &registry)
        let recommender = try Recommender(config.recommender, store: store, metrics: metrics, onEvent: metrics.count)
        defer { recommender.close() }
        let kinds = config.home.kinds
        var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: arguments.integer(Flag.maxCatalogueMemory.name))
        let feed = HomeFeed(
            config: config.home,
            users: UserCache(of: store),
            recommendations: recommender.service,
            cards: CardCache(),
            signingKey: try await store.signingKey(),
            clock: { Int64(time(nil)) }
        )
        let home = try await feed.home(for: request, in: builder.load(from: store), note: StandardErrorMessage.failure)
        if let explanation = home.explanation { return try StandardOutput.line(explanation.table) }
        var writer = JSONWriter()
        _ = home.write(into: &writer)
        try StandardOutput.line(writer.bytes)
    }
}
