import PostgreSQLStore
import Synchronization

/// What a worker has once its store is open.
final class OpenStore: Sendable {
    let store: TimedStore
    /// The store, where it is in a PostgreSQL database.
    let servers: PostgreSQLStore?

    init(_ store: TimedStore, servers: PostgreSQLStore?) {
        self.store = store
        self.servers = servers
    }
}

/// Where probes and metrics find the store, which is opened while the server answers already.
final class StoreGate: Sendable {
    private let value = AtomicLazyReference<OpenStore>()

    /// The open store; `nil` before ``open(_:)``.
    var store: OpenStore? { value.load() }

    /// Takes note that the store is open. To be called once.
    func open(_ store: OpenStore) {
        _ = value.storeIfNil(store)
    }
}
