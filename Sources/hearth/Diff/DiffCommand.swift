import Catalogue
import Foundation
import HomeFeed

enum DiffCommand: Command {
    static let name = "diff"
    static let summary = "Prints how the homes of users differ between two configs."
    static let operands = ["OLD", "NEW"]
    static let flags =
        Flag.client + [
            Flag(
                "user",
                "IDS",
                "the users, comma-separated; if missing, users of the store, and a request without one"
            ),
            Flag("users", "N", "the number of users of the store, without --user", default: "20", in: 1...1_000),
            Flag("json", "", "print JSON instead of tables"), .store, .maxCatalogueMemory,
        ] + RecommenderFlags.flags

    static func run(_ arguments: Arguments) async throws {
        let request = try HomeRequest(parameters: arguments.parameters(Flag.client))
        let flags = try RecommenderFlags(arguments)
        let old = try ConfigFile(ConfigReader(of: arguments.operands[0]), flags)
        let new = try ConfigFile(ConfigReader(of: arguments.operands[1]), flags)
        let given: [UserID?]? = try arguments["user"]?.split(separator: ",", omittingEmptySubsequences: false)
            .map { try UserID(parameter: String($0)) }
        let count = try arguments.integer("users")
        let feeds = try await StoreFeeds(arguments)
        let users = if let given { given } else { [nil] + (try await feeds.store.sampledUsers(limit: count)) }

        let segments = old.home.segmentIDs.filter(new.home.segmentIDs.contains)
        let requests = users.flatMap { user in
            segments.map { segment in
                var request = request
                (request.user, request.segment) = (user, segment)
                // As much time as the config permits: a late source is no difference.
                request.budget = .seconds(60)
                return request
            }
        }
        var snapshot = try await feeds.snapshot(of: old.home.kinds)
        let before = try await homes(for: requests, old, feeds, snapshot)
        if new.home.kinds != old.home.kinds { snapshot = try await feeds.snapshot(of: new.home.kinds) }
        let after = try await homes(for: requests, new, feeds, snapshot)

        let difference = ConfigDifference(
            from: old.home.segmentIDs,
            to: new.home.segmentIDs,
            homes: try requests.indices.map { try HomeDifference(of: requests[$0], from: before[$0], to: after[$0]) }
        )
        if arguments["json"] == nil { return try StandardOutput.line(difference.text) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try StandardOutput.line(encoder.encode(difference))
    }

    private static func homes(
        for requests: [HomeRequest],
        _ config: ConfigFile,
        _ feeds: StoreFeeds,
        _ snapshot: CatalogueSnapshot
    ) async throws -> [HomeDocument] {
        let feed = try feeds.feed(of: config)
        var homes: [HomeDocument] = []
        for request in requests {
            homes.append(try await feed.home(for: request, in: snapshot, note: StandardError.failure))
        }
        return homes
    }
}
