import Foundation
import HTTPServer
import Catalogue
import Recommendations
import Secrets

/// Gorse's REST API (v0.5) over the embedded engine, as far as Hearth's own client and anybody with curl need it. Items are
/// the listings under their own ids, categories the markets.
struct GorseRoutes: Sendable {
    let store: any PropertyStore
    let engine: EmbeddedRecommendations
    /// What who asks has to know; `nil` where that is nothing.
    let key: [UInt8]?
    /// Is told how much feedback was taken.
    let noteFeedback: @Sendable (Int) -> Void

    /// The paths that are answered, as patterns.
    static let patterns = [
        "/api/recommend/{user}", "/api/item/{item}/neighbors", "/api/latest", "/api/non-personalized/{name}",
        "/api/feedback", "/api/health/live", "/api/health/ready",
    ]
    /// The list of `/api/non-personalized/` that there is: what most users have opened. Any other is empty.
    static let popular = "popular"

    /// An item of an answer.
    private struct Score: Encodable {
        let Id: String
        let Score: Double
    }

    /// What a write has done.
    private struct Success: Encodable {
        let RowAffected: Int
    }

    /// How the two stores are that Gorse has; here it is one.
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

    /// Adds the requests and who answers them.
    func add(to router: inout Router) {
        let patterns = Self.patterns
        router.on(.get, patterns[0]) { await answer($0, recommended) }
        router.on(.get, patterns[1]) { await answer($0, neighbors) }
        router.on(.get, patterns[2]) { await answer($0, latest) }
        router.on(.get, patterns[3]) { request in
            await answer(request) { (request, page) throws(TextError) in
                request.parameter("name") == Self.popular ? try await popular(page) : Self.json([Score]())
            }
        }
        for method in [Method.post, .put] {
            router.on(method, patterns[4], requiresBody: true) { await answer($0, takeFeedback) }
        }
        router.on(.get, patterns[5]) { _ in await health(isAliveOnly: true) }
        router.on(.get, patterns[6]) { _ in await health(isAliveOnly: false) }
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

    // MARK: Answers

    private func recommended(_ request: Request, _ page: GorsePage) async throws(TextError) -> Response {
        guard let user = UserID(request.parameter("user")) else {
            throw .badRequest("the user is no id: expected \(Identifier.expectation)")
        }
        let record = try await asking { () throws(StoreError) in try await store.record(of: user) }
        let scores = try await recommend(
            RecommendationRequest(user: user, record: record, place: nil, now: page.now, count: page.end),
            page
        )
        return request.field("x-api-version") == "2" ? Self.json(scores) : Self.json(scores.map(\.Id))
    }

    private func neighbors(_ request: Request, _ page: GorsePage) async throws(TextError) -> Response {
        let id = request.parameter("item")
        let found = try await asking { () throws(StoreError) in try await store.hits(ofListings: [id], at: page.now) }
        guard let listing = found.first else { return Self.json([Score]()) }
        let record = UserRecord(lastSearch: nil, recentlyOpened: [listing])
        return Self.json(
            try await recommend(
                RecommendationRequest(user: nil, record: record, place: nil, now: page.now, count: page.end),
                page
            )
        )
    }

    private func recommend(_ request: RecommendationRequest, _ page: GorsePage) async throws(TextError) -> [Score] {
        let found: [Recommendation]
        do {
            found = try await engine.recommendations(for: request)
        } catch {
            throw .internalError("the engine does not answer: \(error)")
        }
        return try await scores(found.map { ($0.listing, $0.score) }, page)
    }

    private func popular(_ page: GorsePage) async throws(TextError) -> Response {
        let found = try await asking { () throws(StoreError) in
            try await store.popular(matching: SearchCriteria(market: page.category), at: page.now, limit: page.end)
        }
        // There is no number to tell but the place.
        return Self.json(try await scores(found.enumerated().map { ($1, 1 / Double(1 + $0)) }, page))
    }

    private func latest(_ request: Request, _ page: GorsePage) async throws(TextError) -> Response {
        let found = try await asking { () throws(StoreError) in
            try await store.newest(matching: SearchCriteria(market: page.category), at: page.now, limit: page.end)
        }
        return Self.json(try await scores(found.map { ($0, Double($0.listedAt)) }, page))
    }

    /// The items of the page, under their ids.
    private func scores(_ found: [(ListingHit, Double)], _ page: GorsePage) async throws(TextError) -> [Score] {
        let found = found.dropFirst(page.offset)
        let listings = try await asking { () throws(StoreError) in
            try await store.listings(found.map(\.0.key), at: page.now)
        }
        return zip(listings, found).compactMap { listing, hit in
            guard let listing, page.category.map({ $0 == listing.market }) ?? true else { return nil }
            return Score(Id: listing.id, Score: hit.1)
        }
    }

    /// What users did is in the store already, which the engine reads, so that nothing is left to be done with it.
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

    private func health(isAliveOnly: Bool) async -> Response {
        let isReady = (try? await store.hits(ofListings: ["health"], at: 0)) != nil
        let health = Health(isReady)
        return isReady || isAliveOnly
            ? Self.json(health) : TextError(status: .serviceUnavailable, message: Self.text(health)).response
    }

    private func asking<Value>(_ body: () async throws(StoreError) -> Value) async throws(TextError) -> Value {
        do {
            return try await body()
        } catch {
            throw .internalError("the store does not answer: \(error.explanation)")
        }
    }

    private static func json(_ value: some Encodable) -> Response {
        Response(contentType: "application/json", cacheControl: .unstored, body: Array(text(value).utf8))
    }

    private static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Nothing in it can fail to be encoded: texts, and numbers that are finite.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}

/// An error as Gorse tells it: a line of plain text.
struct TextError: Error {
    let status: Status
    let message: String

    static let unauthorized = TextError(status: .unauthorized, message: "unauthorized")

    static func badRequest(_ message: String) -> TextError { TextError(status: .badRequest, message: message) }

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
