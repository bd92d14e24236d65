import HomeFeed

enum HomeCommand: Command {
    static let name = "home"
    static let summary = "Prints a home as the server would send it."
    static let flags = requestFlags + [.store, .config, .maxCatalogueMemory] + RecommenderFlags.flags

    private static let requestFlags =
        Flag.client + [
            Flag("user", "ID", "the user"),
            Flag("segment", "ID", "the segment to load; if missing, the first one"),
            Flag("explain", "", "print why each widget is as it is, instead of the home"),
        ]

    static func run(_ arguments: Arguments) async throws {
        let request = try HomeRequest(parameters: arguments.parameters(requestFlags))
        let flags = try RecommenderFlags(arguments)
        let config = try ConfigFile(ConfigReader(of: arguments.required("config")), flags)
        let feeds = try await StoreFeeds(arguments)
        let snapshot = try await feeds.snapshot(of: config.home.kinds)
        let home = try await feeds.withFeed(config) {
            try await $0.home(for: request, in: snapshot, note: StandardError.failure)
        }
        if let explanation = home.explanation { return try StandardOutput.line(explanation.table) }
        try StandardOutput.line(home.bytes)
    }
}
