import Catalogue
import HomeDocument
import PostgreSQLStore
import Synchronization

/// The store of a worker, and the users' records that were read from it.
final class OpenStore: Sendable {
    let store: any CatalogueStore
    /// Signs cursors and tokens.
    let signingKey: [UInt8]
    let users: UserCache
    /// The store, where it is in a PostgreSQL database.
    var servers: PostgreSQLStore? { store as? PostgreSQLStore }

    init(_ store: any CatalogueStore, signingKey: [UInt8], users: UserCache) {
        self.store = store
        self.signingKey = signingKey
        self.users = users
    }
}

/// How far a worker has come, for probes and metrics: the store is opened and the catalogue loaded while it answers already.
final class WorkerState: Sendable {
    private let openStore = AtomicLazyReference<OpenStore>()
    private let current = Mutex<CatalogueFollower?>(nil)
    private let serves = Atomic(false)
    private let leaves = Atomic(false)

    /// The open store; `nil` before ``open(_:)``.
    var store: OpenStore? { openStore.load() }

    /// The catalogue that is served, or loaded at the start; `nil` before the store is open.
    var follower: CatalogueFollower? { current.withLock { $0 } }

    /// The snapshot that homes are served from; `nil` before they are.
    var snapshot: CatalogueSnapshot? { serves.load(ordering: .acquiring) ? follower?.updater.current : nil }

    /// Whether the worker finishes what it has begun, and is not to be sent requests.
    var isLeaving: Bool { leaves.load(ordering: .relaxed) }

    /// Takes note that the store is open. To be called once.
    func open(_ store: OpenStore) { _ = openStore.storeIfNil(store) }

    /// Takes note that homes are served from now on.
    func serve() { serves.store(true, ordering: .releasing) }

    /// Takes note that the worker leaves.
    func leave() { leaves.store(true, ordering: .relaxed) }

    /// Serves with this catalogue from now on, and ends the one before.
    func replace(by follower: CatalogueFollower) {
        let old = current.withLock { current in
            defer { current = follower }
            return current
        }
        old?.cancel()
    }

    /// Why there are no homes, while there are none.
    var unavailability: ErrorResponse {
        if store == nil { return .storeOpening }
        if let follower, follower.updater.current == nil, case .tooLarge = follower.state { return .catalogueTooLarge }
        return .catalogueLoading
    }

    /// Writes what a readiness says of the catalogue.
    func writeCatalogue(into json: inout JSONWriter) {
        let snapshot = snapshot
        let (state, items): (String, Int) =
            switch follower?.state {
            case .tooLarge: ("too large", snapshot?.count ?? 0)
            case .loading(let items) where snapshot == nil: ("loading", items)
            case .loaded where snapshot == nil: ("loading", follower?.updater.current?.count ?? 0)
            case nil: ("loading", 0)
            case .loading, .loaded: ("loaded", snapshot?.count ?? 0)
            }
        json.member("catalogue", state)
        json.member("catalogueItems", items)
    }
}
