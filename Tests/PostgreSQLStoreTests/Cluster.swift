import DatabaseServer
import PostgreSQLStore
import Catalogue
import Testing

/// A primary and the servers that follow it, with an empty database.
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

    /// Has a primary wait with each commit until a replica has it, so that none of what is committed is lost with it.
    func commitsOnReplicas(_ primary: DatabaseServer? = nil) throws {
        let primary = primary ?? self.primary
        let names = replicas.indices.map { "replica\($0)" }.joined(separator: ", ")
        try primary.query("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (\(names))'")
        try primary.query("SELECT pg_reload_conf()")
    }
}

extension PostgreSQLStore {
    func status(of server: DatabaseServer) throws -> ServerStatus {
        status(ofServer: try #require(serverNames.firstIndex { $0.hasPrefix(server.folder) }))
    }
}

/// Waits until it is so; ends the test where it is not for very long.
func wait(_ comment: Comment = "waited in vain", until isSo: () async throws -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(120)
    while try await !isSo() {
        try #require(ContinuousClock.now < limit, comment)
        try await Task.sleep(for: .milliseconds(5))
    }
}

func listing(_ id: String, price: Int64 = 1) -> Listing {
    Listing(
        id: id,
        title: "Listing \(id)",
        type: .house,
        price: Money(amount: price, currency: "EUR"),
        market: "m",
        listedAt: 1_700_000_000
    )
}

func user(_ name: String) throws -> UserID { try #require(UserID(name)) }
