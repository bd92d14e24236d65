import DatabaseServer
import PostgreSQLStore
import Testing

@testable import Catalogue

/// A primary and its replicas with an empty database.
struct Cluster {
    let primary: DatabaseServer
    let replicas: [DatabaseServer]
    static let database = "hearth"

    init(replicas count: Int) throws {
        let primary = try DatabaseServer()
        try primary.query("CREATE DATABASE \(Self.database)")
        self.primary = primary
        replicas = try (0..<count).map { try DatabaseServer(following: primary, as: "replica\($0)") }
    }

    var servers: [DatabaseServer] { [primary] + replicas }

    func open(_ servers: [DatabaseServer]? = nil) throws -> PostgreSQLStore {
        try PostgreSQLStore(DatabaseServer.address(of: Self.database, on: servers ?? self.servers))
    }
}

extension Cluster {
    /// A store over all servers, once it hears the changes of others.
    func openListening() async throws -> PostgreSQLStore {
        let store = try open()
        await store.listen()
        return store
    }
}

extension PostgreSQLStore {
    /// Waits until a server is found, so that later changes are heard. Reads its events.
    func listen() async {
        for await case .found in serverEvents { return }
    }

    /// Appends actions that happen at the time of the call.
    @discardableResult
    func append(_ actions: [UserAction], by user: UserID, at now: Instant) async throws(StoreError) -> BatchOutcome {
        try await append(EventBatch(actions, at: now), by: user, at: now)
    }

    /// The ids of all items.
    func ids() async throws -> (ids: Set<String>, version: ItemVersion) {
        var ids: Set<String> = []
        let version = try await readAll { packed, _ in ids.insert(PackedItem(packed)?.item.id.id ?? "damaged") }
        return (ids, version)
    }

    /// The number of users who opened each item.
    func openedBy() async throws -> [CatalogueItem.ID: UInt32] {
        var counts: [CatalogueItem.ID: UInt32] = [:]
        _ = try await readAll { packed, openedBy in
            if let item = PackedItem(packed)?.item { counts[item.id] = openedBy }
        }
        return counts
    }

    /// The market of the user's last search.
    func lastMarket(of user: UserID) async throws -> String? {
        try await state(of: user).record.lastSearch?.filter.market
    }
}

/// Waits until a condition holds; fails the test after 120 s.
func wait(_ comment: Comment = "timed out", until isMet: () async throws -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(120)
    while try await !isMet() {
        try #require(ContinuousClock.now < limit, comment)
        try await Task.sleep(for: .milliseconds(5))
    }
}

func item(_ id: String, title: String = "A house") -> CatalogueItem {
    CatalogueItem(id: .init(kind: "listing", id: id), title: title, market: "toledo")
}

func search(_ market: String) -> UserAction { .searched(UserSearch(filter: ItemFilter(market: market))) }

func user(_ name: String) throws -> UserID { try #require(UserID(name)) }
