import Bytes
import Catalogue
import HTTPServer
import HomeFeed
import Observability
import Recommendations

/// The part of Gorse's REST API (v0.5, and `/api/popular` of v0.4) that the embedded engine and the store can serve.
/// Item ids are those of the catalogue (`listing:1`), categories are those of its items.
struct GorseRoutes: Sendable {
    let store: any CatalogueStore
    /// `nil` until the catalogue is loaded; requests for lists get 503 until then.
    let snapshot: @Sendable () -> CatalogueSnapshot?
    /// What was learned from users' events.
    let interactions: InteractionUpdater
    /// The required API key (`X-API-Key`), if any.
    let key: [UInt8]?
    let telemetry: Telemetry
    /// The received events, by ``FeedbackReceipt``.
    let received: MetricFamily<Counter>

    private static let feedback = "/api/feedback"
    private static let user = "/api/user/{user-id}"
    private static let liveness = "/api/health/live"
    private static let readiness = "/api/health/ready"

    static let patterns = GorseList.allCases.flatMap(\.patterns) + [feedback, user, liveness, readiness]

    func add(to router: inout Router) {
        for list in GorseList.allCases {
            for pattern in list.patterns {
                router.on(.get, pattern) { request in
                    await answer(request) { () throws(GorseError) in try await items(of: list, request) }
                }
            }
        }
        for method in [Method.post, .put] {
            router.on(method, Self.feedback, requiresBody: true) { request in
                await answer(request) { () throws(GorseError) in try await receiveFeedback(request) }
            }
        }
        router.on(.delete, Self.user) { request in
            await answer(request) { () throws(GorseError) in try await deleteUser(request) }
        }
        for (pattern, status) in [(Self.liveness, Status.ok), (Self.readiness, .serviceUnavailable)] {
            router.on(.get, pattern) { _ in
                let isReady = snapshot() != nil
                var response = Self.health(isReady)
                if !isReady { response.status = status }
                return response
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
            if let cause = error.cause { telemetry.note(internalError: "the store: \(cause)", in: request) }
            return error.response
        }
    }

    private func items(of list: GorseList, _ request: Request) async throws(GorseError) -> Response {
        let page = try GorsePage(request)
        guard let snapshot = snapshot() else { throw GorseError(.serviceUnavailable, "the catalogue is loading") }
        let user =
            list == .recommended ? try UserID(gorse: request.parameter("user-id"), "user-id") : page.user
        let items = GorseItems(snapshot: snapshot, page: page, record: try await record(of: user))
        let found =
            switch list {
            case .recommended: items.recommended(interactions.index(of: snapshot))
            case .neighbors:
                items.neighbors(
                    of: CatalogueItem.ID(request.parameter("item-id")),
                    interactions.index(of: snapshot)
                )
            case .latest: items.latest
            case .popular: items.popular
            case .nonPersonalized: request.parameter("name") == "popular" ? items.popular : []
            }
        // As in Gorse, recommendations have scores only in version 2 of the API.
        let hasScores = list != .recommended || request.field("x-api-version") == "2"
        return Self.json { json in
            json.array { json in
                for item in found.dropFirst(page.offset) {
                    let id = snapshot.id(of: item.row).description
                    guard hasScores else {
                        json.element(id)
                        continue
                    }
                    json.object {
                        $0.member("Id", id)
                        $0.member("Score", item.score)
                    }
                }
            }
        }
    }

    private func record(of user: UserID?) async throws(GorseError) -> UserRecord {
        guard let user else { return .empty }
        do {
            return try await store.state(of: user).record
        } catch {
            throw GorseError(error)
        }
    }

    /// Gorse has two stores, Hearth one.
    private static func health(_ isReady: Bool) -> Response {
        json {
            $0.object {
                for key in ["CacheStoreConnected", "DataStoreConnected", "Ready"] as [StaticString] {
                    $0.member(key, isReady)
                }
            }
        }
    }

    static func json(_ write: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        write(&writer)
        return Response(contentType: "application/json", cacheControl: .unstored, body: writer.finish())
    }
}
