import DatabaseServer
import PostgreSQLStore
import Testing

@testable import Catalogue

/// Guards that a failover loses no acknowledged write unnoticed.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A store whose servers are promoted, restored or lost` {
    @Test func `begins another history at a promotion`() async throws {
        let cluster = try Cluster(replicas: 1)
        let store = try await cluster.openListening()
        let (replica, someone) = (cluster.replicas[0], try user("u"))
        _ = try await store.upsert([item("a"), item("b")])
        try await store.append([.opened(item("a").id)], by: someone, at: 1)
        try await wait("the replica lacks the change") {
            try replica.query("SELECT count(*) FROM event", in: Cluster.database) == "1\n"
        }
        // The promoted server never gets these writes.
        try replica.stop(.immediate)
        _ = try await store.upsert([item("c")])
        _ = try await store.remove([item("b").id])
        try await store.append([search("lost")], by: someone, at: 2)
        let (version, users) = (store.itemVersion, store.userVersion(of: someone))
        let lost = try #require(try await store.events(after: 0, limit: 9).last)
        try cluster.primary.stop(.immediate)
        try replica.start()
        try replica.promote()

        try await wait("no other history begins") { store.itemVersion.history != version.history }
        #expect(store.userVersion(of: someone) != users)
        #expect(try await store.readChanges(since: version, changed: { _, _ in }, removed: { _ in }) == nil)
        let all = try await store.ids()
        #expect(all.ids == ["a", "b"] && all.version == store.itemVersion)
        #expect(try await store.state(of: someone).record.opened == [item("a").id])
        try await wait("no write is accepted") { (try? await store.append([search("new")], by: someone, at: 3)) != nil }
        #expect(try #require(try await store.events(after: 0, limit: 9).last).position > lost.position)
        // Another store opened then has the same history.
        let other = try PostgreSQLStore(DatabaseServer.address(of: Cluster.database, on: [replica]))
        #expect(other.itemVersion == store.itemVersion)
    }

    @Test func `begins another history if the primary lacks known changes`() async throws {
        let cluster = try Cluster(replicas: 0)
        let (store, other) = (try await cluster.openListening(), try await cluster.openListening())
        for name in ["a", "b", "c"] { _ = try await store.upsert([item(name)]) }
        let version = store.itemVersion
        // Simulates a restored backup.
        try cluster.primary.query(
            "UPDATE store SET item_version = item_version - 2; DELETE FROM item WHERE id <> 'a'",
            in: Cluster.database
        )
        try await wait("the other history was not found") { store.itemVersion.history != version.history }
        try await wait("the other store did not find it") { other.itemVersion == store.itemVersion }
        #expect(try await store.readChanges(since: version, changed: { _, _ in }, removed: { _ in }) == nil)
        #expect(try await other.ids().ids == ["a"])
    }

    @Test func `never uses an earlier primary that is back`() async throws {
        let cluster = try Cluster(replicas: 1)
        let store = try await cluster.openListening()
        let (replica, someone) = (cluster.replicas[0], try user("u"))
        try await store.append([search("before")], by: someone, at: 1)
        try await wait("the replica lacks the change") {
            try replica.query("SELECT count(*) FROM event", in: Cluster.database) == "1\n"
        }
        try cluster.primary.stop(.immediate)
        try replica.promote()
        try await wait("no write is accepted") {
            (try? await store.append([search("after")], by: someone, at: 2)) != nil
        }
        // The address names it before its successor.
        try cluster.primary.start()
        for round in 0..<10 {
            // Ends all connections, so that new ones are made.
            try replica.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    + "WHERE pid <> pg_backend_pid() AND datname = '\(Cluster.database)'"
            )
            try await wait("no write is accepted") {
                (try? await store.append([search("m\(round)")], by: someone, at: 3)) != nil
            }
            #expect(try await store.lastMarket(of: someone) == "m\(round)")
        }
        // Neither does a store that never knew its successor.
        #expect(try await cluster.open().lastMarket(of: someone) == "m9")
        #expect(try cluster.primary.query("SELECT count(*) FROM event", in: Cluster.database) == "1\n")
    }
}

/// Guards the consistency of data after interrupted reads and writes.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A catalogue store whose connections are lost` {
    private static let endConnections = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = 'hearth' AND query
        """

    @Test func `fails an interrupted read of all items, and completes the next one`() async throws {
        let cluster = try Cluster(replicas: 0)
        let store = try await cluster.openListening()
        let title = String(repeating: "x", count: 1_000)
        _ = try await store.upsert((0..<20_000).map { item("\($0)", title: title) })
        var received = 0
        await #expect(throws: StoreError.self) {
            _ = try await store.readAll { _, _ in
                received += 1
                if received == 1 {
                    _ = try? cluster.primary.query("\(Self.endConnections) LIKE 'FETCH%'", in: Cluster.database)
                }
            }
        }
        #expect((1..<20_000).contains(received))
        received = 0
        #expect(try await store.readAll { _, _ in received += 1 } == store.itemVersion)
        #expect(received == 20_000)
    }

    @Test func `reads many changes at one version`() async throws {
        let cluster = try Cluster(replicas: 0)
        let store = try await cluster.openListening()
        let names = (0..<12_000).map { "\($0)" }
        let first = store.itemVersion
        _ = try await store.upsert(names.map { item($0) })
        var (changed, removed): (Int, Set<String>) = (0, [])
        let second = try await store.readChanges(since: first, changed: { _, _ in changed += 1 }, removed: { _ in })
        #expect(changed == 12_000 && second == store.itemVersion)
        #expect(try await store.remove(names.map { item($0).id }) == 12_000)
        let third = try await store.readChanges(
            since: try #require(second),
            changed: { _, _ in changed += 1 },
            removed: { removed.insert($0.id) }
        )
        #expect(changed == 12_000 && removed == Set(names) && third == store.itemVersion)
    }

    @Test func `keeps records consistent with events and all acknowledged writes`() async throws {
        let cluster = try Cluster(replicas: 0)
        let stores = [try await cluster.openListening(), try await cluster.openListening()]
        _ = try await stores[0].upsert((0..<10).map { item("\($0)") })
        let acknowledged = try await withThrowingTaskGroup(of: (UserID, [UserAction]).self) { group in
            for (number, store) in stores.enumerated() {
                for writer in 0..<4 {
                    let user = try user("u\(number)-\(writer)")
                    group.addTask {
                        var done: [UserAction] = []
                        for round in 0..<150 {
                            let actions = [search("m\(round)"), .opened(item("\((round + writer) % 10)").id)]
                            if (try? await store.append(actions, by: user, at: 1)) != nil { done += actions }
                        }
                        return (user, done)
                    }
                }
            }
            group.addTask {
                for _ in 0..<20 {
                    try await Task.sleep(for: .milliseconds(30))
                    try cluster.primary.query("\(Self.endConnections) NOT LIKE 'LISTEN%'", in: Cluster.database)
                }
                return (try user("none"), [])
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let events = try await stores[0].events(after: 0, limit: 10_000)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.position < $1.position })
        #expect(try await stores[1].events(after: 0, limit: 10_000) == events)
        var records: [UserID: UserRecord] = [:]
        var searches: [UserID: [UserAction]] = [:]
        for event in events {
            _ = records[event.user, default: .empty].apply(event.action, at: event.at)
            searches[event.user, default: []].append(event.action)
        }
        for (user, actions) in acknowledged {
            #expect(try await stores[0].state(of: user).record == records[user] ?? .empty)
            #expect(Set(actions).isSubset(of: searches[user] ?? []))
        }
        let opened = Dictionary(grouping: records.values.flatMap(\.opened), by: \.self).mapValues { UInt32($0.count) }
        #expect(try await stores[1].openedBy().filter { $0.value > 0 } == opened)
    }
}
