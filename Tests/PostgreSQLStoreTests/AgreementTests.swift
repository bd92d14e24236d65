import DatabaseServer
import Foundation
import PostgreSQLStore
import Catalogue
import Testing

/// Guards notifications, recovery from missed ones, and concurrent starts.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `Several stores on one database` {
    @Test func `know which records the others changed, and only those`() async throws {
        let cluster = try Cluster(replicas: 0)
        let (store, other) = (try await cluster.openListening(), try await cluster.openListening())
        let (someone, bystander) = (try user("someone"), try user("bystander"))
        _ = try await other.upsert([item("a")])
        for round in 0..<20 {
            let (before, apart) = (store.userVersion(of: someone), store.userVersion(of: bystander))
            try await other.append([search("m\(round)")], by: someone, at: 1)
            try await wait("the change was not announced") { store.userVersion(of: someone) != before }
            #expect(store.userVersion(of: bystander) == apart)
        }
        let before = store.userVersion(of: someone)
        try await other.append([.opened(item("a").id)], by: someone, at: 1)
        try await wait("the change was not announced") { store.userVersion(of: someone) != before }
        let last = store.userVersion(of: someone)
        try await other.forget(someone)
        try await wait("the change was not announced") { store.userVersion(of: someone) != last }
    }

    @Test func `find missed changes of any store within one check`() async throws {
        let cluster = try Cluster(replicas: 0)
        let (store, other) = (try await cluster.openListening(), try await cluster.openListening())
        let someone = try user("someone")
        for round in 0..<10 {
            let (version, users) = (store.itemVersion, store.userVersion(of: someone))
            // Cut their listening connections, so that the next notifications are lost.
            try cluster.primary.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    + "WHERE pid <> pg_backend_pid() AND datname = 'hearth'"
            )
            try await wait("no write is accepted") {
                (try? await other.append([search("m\(round)")], by: someone, at: 1)) != nil
            }
            try await wait("no listing is accepted") { (try? await other.upsert([item("l\(round)")])) != nil }
            try await wait("the user's change was not found") { store.userVersion(of: someone) != users }
            try await wait("the listing was not found") { store.itemVersion != version }
            #expect(try await store.lastMarket(of: someone) == "m\(round)")
        }
    }

    @Test func `find a change whose notification is lost`() async throws {
        let cluster = try Cluster(replicas: 1)
        let proxy = try Proxy(of: cluster.primary)
        let address =
            "postgresql:///hearth?host=127.0.0.1,\(cluster.replicas[0].folder)&port=\(proxy.port),5432&user=postgres"
        let (store, other) = (try PostgreSQLStore(address), try await cluster.openListening())
        await store.listen()
        let someone = try user("someone")
        proxy.freeze()
        let users = store.userVersion(of: someone)
        try await other.append([search("m")], by: someone, at: 1)
        // The replica has the change, and is asked once the primary has timed out.
        try await wait("the change was not found") { store.userVersion(of: someone) != users }
        #expect(try await store.lastMarket(of: someone) == "m")
        proxy.thaw()
        try await wait("the primary is not back") { store.acceptsWrites }
        try await store.append([search("n")], by: someone, at: 1)
        #expect(try await other.lastMarket(of: someone) == "n")
    }

    @Test func `create their tables once when many start together`() async throws {
        let cluster = try Cluster(replicas: 0)
        let stores = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try cluster.open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try cluster.primary.query("SELECT version FROM schema_version", in: Cluster.database) == "2\n")
        var keys: Set<[UInt8]> = []
        for store in stores { keys.insert(try await store.signingKey()) }
        #expect(keys.count == 1)
    }
}
