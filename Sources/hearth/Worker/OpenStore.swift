import Catalogue
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

    init(_ opened: StoreOpening.Opened, users: UserCache) {
        store = opened.store
        signingKey = opened.signingKey
        self.users = users
    }
}

/// Gives probes and metrics the store, which is opened while the server answers already.
final class StoreGate: Sendable {
    private let value = AtomicLazyReference<OpenStore>()

    /// The open store; `nil` before ``open(_:)``.
    var store: OpenStore? { value.load() }

    /// Takes note that the store is open. To be called once.
    func open(_ store: OpenStore) {
        _ = value.storeIfNil(store)
    }
}
