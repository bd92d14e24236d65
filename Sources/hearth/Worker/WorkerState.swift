import Catalogue
import Glibc
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
        clock: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
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
    private let openStore = AtomicLazyReference<OpenStore>()
    private let current = Mutex<CatalogueFollower?>(nil)
    private let serves = Atomic(false)
    private let drains = Atomic(false)

    /// `nil` until the store is open.
    var store: OpenStore? { openStore.load() }

    /// Served, or loaded at the start; `nil` until the store is open.
    var follower: CatalogueFollower? { current.withLock { $0 } }

    /// `nil` until homes are served.
    var snapshot: CatalogueSnapshot? { serves.load(ordering: .acquiring) ? follower?.updater.current : nil }

    var isDraining: Bool { drains.load(ordering: .relaxed) }

    /// Call this once.
    func open(_ store: OpenStore) { _ = openStore.storeIfNil(store) }

    func serve() { serves.store(true, ordering: .releasing) }

    func drain() { drains.store(true, ordering: .relaxed) }

    /// Stops updating the previous catalogue.
    func replace(by follower: CatalogueFollower) {
        let old = current.withLock { current in
            defer { current = follower }
            return current
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
