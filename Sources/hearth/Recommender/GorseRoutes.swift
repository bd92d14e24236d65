import Foundation
import HTTPServer
import Catalogue
import Recommendations
import Secrets

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

    /// An item of an answer.
    private struct Score: Encodable {
        let Id: String
        let Score: Double
    }

    /// The result of a write.
    private struct Success: Encodable {
        let RowAffected: Int
    }

    /// The state of Gorse's two stores; here it is one.
    private struct Health: Encodable {
        let CacheStoreConnected: Bool
        let DataStoreConnected: Bool
        let Ready: Bool

        init(_ isReady: Bool) {
            CacheStoreConnected = isReady
            DataStoreConnected = isReady
            Ready = isReady
        }
    }

    /// Adds the routes.
    func add(to router: inout Router) {
        let patterns = Self.patterns
        router.on(.get, patterns[0]) { await answer($0, recommended) }
        router.on(.get, patterns[1]) { await answer($0, neighbors) }
        router.on(.get, patterns[2]) { await answer($0, latest) }
        router.on(.get, patterns[3]) { request in
            await answer(request) { (request, page) throws(TextError) in
                request.parameter("name") == Self.popular ? try popular(page) : Self.json([Score]())
            }
        }
        for method in [Method.post, .put] {
            router.on(method, patterns[4], requiresBody: true) { await answer($0, takeFeedback) }
        }
        router.on(.get, patterns[5]) { _ in health(isAliveOnly: true) }
        router.on(.get, patterns[6]) { _ in health(isAliveOnly: false) }
    }

    private func answer(
        _ request: Request,
        _ body: (Request, GorsePage) async throws(TextError) -> Response
    ) async -> Response {
        do throws(TextError) {
            if let key {
                let given = Array((request.field("x-api-key") ?? "").utf8)
                guard key.span.equalsInConstantTime(given.span) else { throw .unauthorized }
            }
            return try await body(request, GorsePage(request))
        } catch {
            return error.response
        }
    }

    // MARK: Responses

    private func loadedSnapshot() throws(TextError) -> CatalogueSnapshot {
        guard let snapshot = snapshot() else { throw .unavailable("the catalogue is loading") }
        return snapshot
    }

    private func recommended(_ request: Request, _ page: GorsePage) async throws(TextError) -> Response {
        guard let user = UserID(request.parameter("user")) else {
            throw .badRequest("the user is no id: expected \(Identifier.expectation)")
        }
        let snapshot = try loadedSnapshot()
        let record: UserRecord
        do {
            record = try await store.record(of: user)
        } catch {
            throw .internalError("the store did not answer: \(error.explanation)")
        }
        let query = RecommendationQuery(record: record, filter: ItemFilter(market: page.category))
        let found = snapshot.ranking(for: query, at: page.now).best(page.end, in: snapshot, at: page.now)
        let scores = Self.scores(found.map { ($0.row, $0.score) }, page, in: snapshot)
        return request.field("x-api-version") == "2" ? Self.json(scores) : Self.json(scores.map(\.Id))
    }

    private func neighbors(_ request: Request, _ page: GorsePage) async throws(TextError) -> Response {
        let snapshot = try loadedSnapshot()
        guard let row = CatalogueItem.ID(request.parameter("item")).flatMap({ snapshot.row(of: $0) }) else {
            return Self.json([Score]())
        }
        let filter = ItemFilter(market: page.category)
        let found = snapshot.similar(to: row, matching: filter, at: page.now, limit: page.end)
        return Self.json(Self.scores(found.map { ($0.row, $0.score) }, page, in: snapshot))
    }

    private func popular(_ page: GorsePage) throws(TextError) -> Response {
        let snapshot = try loadedSnapshot()
        let query = ItemQuery(filter: ItemFilter(market: page.category), sort: .popularity)
        let found = snapshot.find(query, at: page.now, limit: page.end)
        return Self.json(Self.scores(found.map { ($0.row, Double(snapshot.openedBy($0.row))) }, page, in: snapshot))
    }

    private func latest(_ request: Request, _ page: GorsePage) async throws(TextError) -> Response {
        let snapshot = try loadedSnapshot()
        let query = ItemQuery(filter: ItemFilter(market: page.category))
        let found = snapshot.find(query, at: page.now, limit: page.end)
        return Self.json(Self.scores(found.map { ($0.row, Double(snapshot.listedAt($0.row))) }, page, in: snapshot))
    }

    /// The items of the page.
    private static func scores(
        _ found: [(row: ItemRow, score: Double)],
        _ page: GorsePage,
        in snapshot: CatalogueSnapshot
    ) -> [Score] {
        found.dropFirst(page.offset).map { Score(Id: snapshot.id(of: $0.row).description, Score: $0.score) }
    }

    /// Checks feedback and drops it: the engine reads the events of users from the store.
    private func takeFeedback(_ request: Request, _ page: GorsePage) async throws(TextError) -> Response {
        let count: Int
        do {
            count = try GorseFeedback.check(request.body)
        } catch {
            throw .badRequest(error.message)
        }
        noteFeedback(count)
        return Self.json(Success(RowAffected: count))
    }

    private func health(isAliveOnly: Bool) -> Response {
        let isReady = snapshot() != nil
        let health = Health(isReady)
        return isReady || isAliveOnly ? Self.json(health) : TextError.unavailable(Self.text(health)).response
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

    static let unauthorized = TextError(status: .unauthorized, message: "unauthorized")

    static func badRequest(_ message: String) -> TextError { TextError(status: .badRequest, message: message) }

    static func unavailable(_ message: String) -> TextError {
        TextError(status: .serviceUnavailable, message: message)
    }

    static func internalError(_ message: String) -> TextError {
        TextError(status: .internalServerError, message: message)
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
