import Bytes
import Catalogue
import Foundation
import HTTPServer
import Recommendations

/// Gorse's REST API (v0.5) over the embedded engine, as far as Hearth's own client needs it. Items are those of the catalogue under
/// their ids (`listing:1`), categories are the markets.
struct GorseRoutes: Sendable {
    /// The users' records.
    let store: any CatalogueStore
    /// The catalogue; `nil` until it is loaded, and requests get a 503.
    let snapshot: @Sendable () -> CatalogueSnapshot?
    /// The API key (`X-API-Key`); `nil` where none is needed.
    let key: [UInt8]?
    /// Receives the number of events in each feedback request.
    let noteFeedback: @Sendable (Int) -> Void

    /// The paths that are answered, as patterns.
    static let patterns = [
        "/api/recommend/{user}", "/api/item/{item}/neighbors", "/api/latest", "/api/non-personalized/{name}",
        "/api/feedback", "/api/health/live", "/api/health/ready",
    ]
    /// The one list of `/api/non-personalized/`: the items that most users have opened. Any other is empty.
    static let popular = "popular"

    /// Items with their scores, the best first.
    private typealias Scores = [(row: ItemRow, score: Double)]

    /// An item of an answer.
    private struct Score: Encodable {
        let Id: String
        let Score: Double
    }

    /// Adds the routes.
    func add(to router: inout Router) {
        let patterns = Self.patterns
        for (pattern, find) in zip(patterns, [recommended, neighbors, latest, popular]) {
            router.on(.get, pattern) { request in
                await answer(request) { () throws(TextError) in try await list(request, find) }
            }
        }
        for method in [Method.post, .put] {
            router.on(method, patterns[4], requiresBody: true) { request in
                await answer(request) { () throws(TextError) in try feedback(request) }
            }
        }
        for (pattern, status) in [(patterns[5], Status.ok), (patterns[6], .serviceUnavailable)] {
            router.on(.get, pattern) { _ in
                // The state of Gorse's two stores; here it is one.
                let isReady = snapshot() != nil
                let state = ["CacheStoreConnected": isReady, "DataStoreConnected": isReady, "Ready": isReady]
                return isReady || status == .ok ? Self.json(state) : TextError(status, Self.text(state)).response
            }
        }
    }

    /// The answer to a request that has the key.
    private func answer(_ request: Request, _ body: () async throws(TextError) -> Response) async -> Response {
        if let key {
            let given = Array((request.field("x-api-key") ?? "").utf8)
            guard key.span.equalsInConstantTime(given.span) else {
                return TextError(.unauthorized, "unauthorized").response
            }
        }
        do throws(TextError) {
            return try await body()
        } catch {
            return error.response
        }
    }

    // MARK: Lists of items

    /// The page of a list.
    private func list(
        _ request: Request,
        _ find: (CatalogueSnapshot, Request, GorsePage) async throws(TextError) -> Scores
    ) async throws(TextError) -> Response {
        let page = try GorsePage(request)
        guard let snapshot = snapshot() else { throw TextError(.serviceUnavailable, "the catalogue is loading") }
        let scores = try await find(snapshot, request, page).dropFirst(page.offset).map {
            Score(Id: snapshot.id(of: $0.row).description, Score: $0.score)
        }
        // As in Gorse, recommendations have scores in the second version of the API alone.
        let hasScores = request.route != Self.patterns[0] || request.field("x-api-version") == "2"
        return hasScores ? Self.json(scores) : Self.json(scores.map(\.Id))
    }

    private func recommended(
        _ snapshot: CatalogueSnapshot,
        _ request: Request,
        _ page: GorsePage
    ) async throws(TextError) -> Scores {
        guard let user = UserID(request.parameter("user")) else {
            throw TextError(.badRequest, "the user is no id: expected \(Identifier.expectation)")
        }
        do {
            let query = RecommendationQuery(record: try await store.record(of: user), filter: page.filter)
            let ranking = snapshot.ranking(for: query, at: page.now)
            return ranking.best(page.end, in: snapshot, at: page.now).map { ($0.row, $0.score) }
        } catch {
            throw TextError(.internalServerError, "the store did not answer: \(error.explanation)")
        }
    }

    private func neighbors(_ snapshot: CatalogueSnapshot, _ request: Request, _ page: GorsePage) -> Scores {
        guard let row = CatalogueItem.ID(request.parameter("item")).flatMap({ snapshot.row(of: $0) }) else { return [] }
        return snapshot.similar(to: row, matching: page.filter, at: page.now, limit: page.end).map {
            ($0.row, $0.score)
        }
    }

    private func latest(_ snapshot: CatalogueSnapshot, _ request: Request, _ page: GorsePage) -> Scores {
        snapshot.find(ItemQuery(filter: page.filter), at: page.now, limit: page.end).map {
            ($0.row, Double(snapshot.listedAt($0.row)))
        }
    }

    private func popular(_ snapshot: CatalogueSnapshot, _ request: Request, _ page: GorsePage) -> Scores {
        guard request.parameter("name") == Self.popular else { return [] }
        let query = ItemQuery(filter: page.filter, sort: .popularity)
        return snapshot.find(query, at: page.now, limit: page.end).map {
            ($0.row, Double(snapshot.openedBy($0.row)))
        }
    }

    // MARK: Feedback

    /// Checks feedback and drops it: the engine reads the events of users from the store.
    private func feedback(_ request: Request) throws(TextError) -> Response {
        let count = try GorseFeedback.check(request.body)
        noteFeedback(count)
        return Self.json(["RowAffected": count])
    }

    private static func json(_ value: some Encodable) -> Response {
        Response(contentType: "application/json", cacheControl: .unstored, body: Array(text(value).utf8))
    }

    private static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Encoding cannot fail: the values are texts and finite numbers.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}

/// An error response of Gorse: a line of plain text.
struct TextError: Error {
    let status: Status
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    var response: Response {
        Response(
            status: status,
            contentType: "text/plain; charset=utf-8",
            cacheControl: .unstored,
            body: Array(message.utf8)
        )
    }
}
