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
        let feed = try feeds.feed(of: config)
        let home = try await feed.home(for: request, in: snapshot, note: StandardError.failure)
        if let explanation = home.explanation { return try StandardOutput.line(explanation.table) }
        try StandardOutput.line(home.bytes)
    }
}

extension Explanation {
    /// One line per widget, and one per further source of it.
    fileprivate var table: String {
        let header = ["widget", "state", "found", "surplus", "shown", "source", "ended", "ms", "why"]
        return textTable([header] + widgets.flatMap(\.rows))
            + "\n\n\(cards.shown) cards, of which \(cards.rendered) were rendered for this home"
    }
}

extension WidgetExplanation {
    fileprivate var rows: [[String]] {
        func columns(_ load: SourceLoad) -> [String] {
            let tenths = Int(load.duration / .microseconds(100))
            return [load.source, load.state.name, "\(tenths / 10).\(tenths % 10)"]
        }
        let state = fallback.map { "\(self.state) (\($0))" } ?? self.state
        let first = [id, state] + [found, surplus, shown].map { "\($0)" }
        guard let load = loads.first else { return [first + ["", "", "", gate ?? ""]] }
        let others = [String](repeating: "", count: first.count)
        return [first + columns(load) + [[gate, load.failure].compactMap(\.self).joined(separator: "; ")]]
            + loads.dropFirst().map { others + columns($0) + [$0.failure ?? ""] }
    }
}
