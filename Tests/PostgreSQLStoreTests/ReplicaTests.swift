import DatabaseServer
import PostgreSQLStore
import Catalogue
import Testing

/// Guards that replicas are read only without a primary, and never with less than what was known.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A store with replicas` {
    /// Waits until the replica has everything.
    private func catchUp(_ replica: DatabaseServer, with primary: DatabaseServer) async throws {
        let versions = "SELECT item_version, user_version FROM store"
        try await wait("the replica does not catch up") {
            try replica.query(versions, in: Cluster.database) == primary.query(versions, in: Cluster.database)
        }
    }

    @Test(arguments: [false, true])
    func `reads its own writes from the primary, wherever the address names it`(isLast: Bool) async throws {
        let cluster = try Cluster(replicas: 2)
        let store = try cluster.open(isLast ? cluster.replicas + [cluster.primary] : cluster.servers)
        for replica in cluster.replicas { try replica.query("SELECT pg_wal_replay_pause()") }
        let someone = try user("u")
        for round in 0..<50 {
            try await store.append([search("m\(round)")], by: someone, at: 1)
            #expect(try await store.lastMarket(of: someone) == "m\(round)")
            let before = store.itemVersion
            #expect(try await store.upsert([item("a", title: "\(round)")]) != [.unchanged])
            #expect(try await store.changedTitles(since: before) == ["\(round)"])
        }
        #expect(store.hasPrimary)
    }

    @Test func `reads a replica without a primary, and the primary again when it is back`() async throws {
        let cluster = try Cluster(replicas: 1)
        let store = try cluster.open()
        let someone = try user("u")
        _ = try await store.upsert([item("a")])
        try await store.append([search("m")], by: someone, at: 1)
        try await catchUp(cluster.replicas[0], with: cluster.primary)
        let version = store.itemVersion
        try cluster.primary.stop(.immediate)
        #expect(try await store.lastMarket(of: someone) == "m")
        try await wait("the store still has a primary") { !store.hasPrimary && store.acceptsReads }
        #expect(!store.acceptsWrites)
        #expect(try await store.lastMarket(of: someone) == "m")
        #expect(try await store.state(of: user("v")).record == .empty)
        #expect(try await store.changedTitles(since: version) == [])
        #expect(try await store.ids().ids == ["a"])
        #expect(try await store.events(after: 0, limit: 9).count == 1)
        await #expect(throws: StoreError.self) { try await store.upsert([item("d")]) }

        try cluster.primary.start()
        try await wait("the store accepts no writes") { store.acceptsWrites }
        try await store.append([search("n")], by: someone, at: 2)
        #expect(try await store.lastMarket(of: someone) == "n")
    }

    @Test func `opens on a replica without a primary`() async throws {
        let cluster = try Cluster(replicas: 1)
        _ = try await cluster.open().upsert([item("a")])
        try await catchUp(cluster.replicas[0], with: cluster.primary)
        try cluster.primary.stop(.immediate)
        let store = try cluster.open()
        #expect(!store.hasPrimary && store.acceptsReads && !store.acceptsWrites)
        #expect(try await store.ids().ids == ["a"])
    }

    @Test func `reads nothing from a replica that lacks what was known`() async throws {
        let cluster = try Cluster(replicas: 1)
        let store = try await cluster.openListening()
        let (before, after) = (try user("before"), try user("after"))
        _ = try await store.upsert([item("a")])
        try await store.append([search("m")], by: before, at: 1)
        try await catchUp(cluster.replicas[0], with: cluster.primary)
        try cluster.replicas[0].query("SELECT pg_wal_replay_pause()")
        _ = try await store.upsert([item("b")])
        try await store.append([search("n")], by: after, at: 1)
        let version = store.itemVersion
        try cluster.primary.stop(.immediate)
        try await wait("no replica is found") { !store.hasPrimary && store.acceptsReads }
        // Users without later changes are read.
        #expect(try await store.lastMarket(of: before) == "m")
        #expect(try await store.state(of: user("v")).record == .empty)
        for _ in 0..<10 {
            await #expect(throws: StoreError.self) { try await store.lastMarket(of: after) }
            await #expect(throws: StoreError.self) { try await store.ids() }
            await #expect(throws: StoreError.self) { try await store.changedTitles(since: version) }
            await #expect(throws: StoreError.self) { try await store.events(after: 0, limit: 9) }
        }
        #expect(store.itemVersion == version)

        try cluster.replicas[0].query("SELECT pg_wal_replay_resume()")
        try await wait("the replica does not catch up") { (try? await store.lastMarket(of: after)) == "n" }
        #expect(try await store.ids().ids == ["a", "b"])
    }

    @Test func `reads nothing from a replica with more of an earlier history`() async throws {
        let cluster = try Cluster(replicas: 2)
        let store = try await cluster.openListening()
        let (before, after) = (try user("before"), try user("after"))
        // Changes that the promoted server never gets.
        let (ahead, promoted) = (cluster.replicas[0], cluster.replicas[1])
        try promoted.stop(.immediate)
        for market in ["a", "b", "c", "m"] { try await store.append([search(market)], by: before, at: 1) }
        try await catchUp(ahead, with: cluster.primary)
        let version = store.itemVersion
        try cluster.primary.stop(.immediate)
        try promoted.start()
        try promoted.promote()

        try await wait("the promoted server was not found") { store.itemVersion.history != version.history }
        #expect(try await store.state(of: before).record == .empty)
        try await store.append([search("m")], by: after, at: 1)
        try promoted.stop(.immediate)
        try await wait("the store still has a primary") { !store.hasPrimary }
        for lost in [before, after] {
            await #expect(throws: StoreError.self) { try await store.lastMarket(of: lost) }
        }
    }
}

extension PostgreSQLStore {
    /// The titles of the changed items.
    fileprivate func changedTitles(since version: ItemVersion) async throws -> [String] {
        var titles: [String] = []
        _ = try await readChanges(
            since: version,
            changed: { packed, _ in titles.append(PackedItem(packed)?.item.title ?? "damaged") },
            removed: { _ in }
        )
        return titles
    }
}
