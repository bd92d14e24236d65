import Bytes
import Catalogue
import Foundation
import HTTPServer
import Recommendations

/// The part of Gorse's REST API (v0.5) that Hearth's client needs, backed by the embedded engine. Item ids are those of
/// the catalogue (`listing:1`), categories are markets.
struct GorseRoutes: Sendable {
    let store: any CatalogueStore
    /// `nil` until the catalogue is loaded; requests get 503 until then.
    let snapshot: @Sendable () -> CatalogueSnapshot?
    /// The required API key (`X-API-Key`), if any.
    let key: [UInt8]?
    /// Receives the number of events in each feedback request.
    let noteFeedback: @Sendable (Int) -> Void

    static let patterns = [
        "/api/recommend/{user}", "/api/item/{item}/neighbors", "/api/latest", "/api/non-personalized/{name}",
        "/api/feedback", "/api/health/live", "/api/health/ready",
    ]
    /// The only list of `/api/non-personalized/`: the items that most users opened. Other lists are empty.
    static let popular = "popular"

    /// Descending by score.
    private typealias Scores = [(row: ItemRow, score: Double)]

    private struct Score: Encodable {
        let Id: String
        let Score: Double
    }

    func add(to router: inout Router) {
        let patterns = Self.patterns
        for (pattern, find) in zip(patterns, [recommended, neighbors, latest, popular]) {
            router.on(.get, pattern) { request in
                await answer(request) { () throws(GorseError) in try await list(request, find) }
            }
        }
        for method in [Method.post, .put] {
            router.on(method, patterns[4], requiresBody: true) { request in
                await answer(request) { () throws(GorseError) in try feedback(request) }
            }
        }
        for (pattern, status) in [(patterns[5], Status.ok), (patterns[6], .serviceUnavailable)] {
            router.on(.get, pattern) { _ in
                // Gorse has two stores, Hearth one.
                let isReady = snapshot() != nil
                let state = ["CacheStoreConnected": isReady, "DataStoreConnected": isReady, "Ready": isReady]
                return isReady || status == .ok ? Self.json(state) : GorseError(status, Self.text(state)).response
            }
        }
    }

    /// Checks the key, then answers.
    private func answer(_ request: Request, _ body: () async throws(GorseError) -> Response) async -> Response {
        if let key {
            let given = Array((request.field("x-api-key") ?? "").utf8)
            guard key.span.equalsInConstantTime(given.span) else {
                return GorseError(.unauthorized, "unauthorized").response
            }
        }
        do throws(GorseError) {
            return try await body()
        } catch {
            return error.response
        }
    }

    // MARK: Lists of items

    private func list(
        _ request: Request,
        _ find: (CatalogueSnapshot, Request, GorsePage) async throws(GorseError) -> Scores
    ) async throws(GorseError) -> Response {
        let page = try GorsePage(request)
        guard let snapshot = snapshot() else { throw GorseError(.serviceUnavailable, "the catalogue is loading") }
        let scores = try await find(snapshot, request, page).dropFirst(page.offset).map {
            Score(Id: snapshot.id(of: $0.row).description, Score: $0.score)
        }
        // As in Gorse, recommendations have scores only in version 2 of the API.
        let hasScores = request.route != Self.patterns[0] || request.field("x-api-version") == "2"
        return hasScores ? Self.json(scores) : Self.json(scores.map(\.Id))
    }

    private func recommended(
        _ snapshot: CatalogueSnapshot,
        _ request: Request,
        _ page: GorsePage
    ) async throws(GorseError) -> Scores {
        guard let user = UserID(request.parameter("user")) else {
            throw GorseError(.badRequest, "the user id is invalid: expected \(Identifier.expectation)")
        }
        do {
            let query = RecommendationQuery(record: try await store.record(of: user), filter: page.filter)
            let ranking = snapshot.ranking(for: query, at: page.now)
            return ranking.best(page.end, in: snapshot, at: page.now).map { ($0.row, $0.score) }
        } catch {
            throw GorseError(.internalServerError, "the store did not answer: \(error.explanation)")
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

    /// Validates feedback and discards it: the engine reads users' events from the store.
    private func feedback(_ request: Request) throws(GorseError) -> Response {
        let count = try GorseFeedback.validate(request.body)
        noteFeedback(count)
        return Self.json(["RowAffected": count])
    }

    private static func json(_ value: some Encodable) -> Response {
        Response(contentType: "application/json", cacheControl: .unstored, body: Array(text(value).utf8))
    }

    private static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Encoding texts and finite numbers cannot fail.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
