import Catalogue
import HomeFeed
import PostgreSQLStore
import Recommendations
import Synchronization

final class OpenStore: Sendable {
    let store: any CatalogueStore
    /// Signs cursors and tokens.
    private let signingKey: [UInt8]
    let users: UserCache
    let interactions: InteractionUpdater
    let rates = WidgetRates()
    /// The store, if it is a PostgreSQL database.
    var database: PostgreSQLStore? { store as? PostgreSQLStore }

    init(
        _ store: any CatalogueStore,
        userCacheSize: Int = UserCache.defaultCapacity,
        _ telemetry: Telemetry? = nil
    ) async throws(StoreError) {
        self.store = store
        signingKey = try await store.signingKey()
        users = UserCache(of: store, capacity: userCacheSize) { telemetry?.record($0, $1, $2) }
        interactions = InteractionUpdater(of: store) { telemetry?.record($0) }
    }

    func feed(
        _ config: HomeConfig,
        _ recommender: Recommender,
        _ cards: CardCache,
        _ sampler: HomeSampler? = nil,
        clock: @escaping @Sendable () -> Instant = { .now() }
    ) -> HomeFeed {
        HomeFeed(
            config: config,
            users: users,
            recommendations: recommender.service,
            interactions: interactions,
            rates: rates,
            cards: cards,
            signingKey: signingKey,
            sampler: sampler,
            clock: clock
        )
    }
}

/// The progress of a worker, for probes and metrics, which are answered from the start.
final class WorkerState: Sendable {
    private struct State {
        var store: OpenStore?
        var follower: CatalogueFollower?
        var isServing = false
        var isDraining = false
    }

    private let state = Mutex(State())

    /// `nil` until the store is open.
    var store: OpenStore? { state.withLock(\.store) }

    /// Served, or loaded at the start; `nil` until the store is open.
    var follower: CatalogueFollower? { state.withLock(\.follower) }

    /// `nil` until homes are served.
    var snapshot: CatalogueSnapshot? { state.withLock { $0.isServing ? $0.follower : nil }?.updater.current }

    var isDraining: Bool { state.withLock(\.isDraining) }

    func open(_ store: OpenStore) { state.withLock { $0.store = store } }

    func serve() { state.withLock { $0.isServing = true } }

    func drain() { state.withLock { $0.isDraining = true } }

    /// Stops updating the previous catalogue.
    func replace(by follower: CatalogueFollower) {
        let old = state.withLock { state in
            defer { state.follower = follower }
            return state.follower
        }
        old?.cancel()
    }

    /// The response to requests for homes until they are served.
    var unavailability: ErrorResponse {
        if store == nil { return ErrorResponse(.storeUnavailable, "The store is being opened.") }
        if let follower, follower.updater.current == nil, follower.isTooLarge {
            return ErrorResponse(.catalogueTooLarge, "The catalogue exceeds the server's memory limit.")
        }
        return ErrorResponse(.catalogueLoading, "The catalogue is being loaded.")
    }

    /// Members of `/readyz`.
    func writeCatalogue(into json: inout JSONWriter) {
        let snapshot = snapshot
        let isTooLarge = follower?.isTooLarge ?? false
        let loadedItems = isTooLarge ? nil : follower?.updater.current?.count ?? follower?.loadedItems
        json.member("catalogue", isTooLarge ? "too large" : snapshot == nil ? "loading" : "loaded")
        json.member("catalogueItems", snapshot?.count ?? loadedItems ?? 0)
    }
}
