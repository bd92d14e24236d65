import DatabaseServer
import PostgreSQLStore
import Catalogue
import Testing

/// Guards that reads from replicas are never stale.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A store with replicas` {
    @Test func `reads from replicas, and from the primary if they lag`() async throws {
        let cluster = try Cluster(replicas: 2)
        let store = try cluster.open()
        try await wait("a server was not found") { try cluster.servers.allSatisfy { try store.status(of: $0).isUp } }
        #expect(try store.status(of: cluster.primary).isPrimary)
        #expect(try cluster.replicas.allSatisfy { try !store.status(of: $0).isPrimary })

        // A read from any server includes the store's own writes.
        let someone = try user("u")
        for round in 0..<50 {
            try await store.append([search("m\(round)")], by: someone, at: 1)
            #expect(try await store.lastMarket(of: someone) == "m\(round)")
            let before = store.itemVersion
            #expect(try await store.upsert([item("a", title: "\(round)")]) != [.unchanged])
            #expect(try await store.changedTitles(since: before) == ["\(round)"])
        }
        // Only up-to-date replicas are read, in turns.
        let bystander = try user("v")
        try await wait("a replica has not caught up") {
            let before = try cluster.replicas.map { try store.status(of: $0).reads }
            for _ in 0..<10 { _ = try await store.state(of: bystander).record }
            let after = try cluster.replicas.map { try store.status(of: $0).reads }
            return zip(before, after).allSatisfy { $1 - $0 == 5 }
        }
        #expect(try cluster.replicas.allSatisfy { try store.status(of: $0).commits == 0 })
    }

    @Test func `avoids a lagging replica while there is another, and reports the lag`()
        async throws
    {
        let cluster = try Cluster(replicas: 1)
        let store = try cluster.open()
        try await wait { try cluster.servers.allSatisfy { try store.status(of: $0).isUp } }
        try cluster.replicas[0].query("SELECT pg_wal_replay_pause()")
        let someone = try user("u")
        try await store.append([search("m")], by: someone, at: 1)
        let reads = try store.status(of: cluster.replicas[0]).reads
        for _ in 0..<20 {
            #expect(try await store.lastMarket(of: someone) == "m")
            // A user without newer writes is read from the replica.
            #expect(try await store.state(of: user("v")).record == .empty)
        }
        #expect(try store.status(of: cluster.replicas[0]).reads >= reads + 20)
        try await wait("the lag is not reported") {
            let status = try store.status(of: cluster.replicas[0])
            return (status.lagBytes ?? 0) > 0 && (status.lagSeconds ?? 0) > 0
        }
        try cluster.replicas[0].query("SELECT pg_wal_replay_resume()")
        try await wait("the replica has not caught up") {
            let status = try store.status(of: cluster.replicas[0])
            return status.lagBytes == 0 && status.lagSeconds == 0
        }
    }

    @Test func `reads nothing from a replica with more of an earlier history`() async throws {
        let cluster = try Cluster(replicas: 2)
        let store = try cluster.open()
        try await wait { try cluster.servers.allSatisfy { try store.status(of: $0).isUp } }
        let (before, after) = (try user("before"), try user("after"))

        // Changes that the promoted server never gets.
        let (ahead, promoted) = (cluster.replicas[0], cluster.replicas[1])
        try promoted.stop(.immediate)
        for market in ["a", "b", "c", "m"] { try await store.append([search(market)], by: before, at: 1) }
        try await wait("the other replica lacks the change") {
            try ahead.query("SELECT count(*) FROM event", in: Cluster.database) == "4\n"
        }
        try cluster.primary.stop(.immediate)
        try promoted.start()
        try promoted.promote()

        for store in [store, try cluster.open([promoted, ahead])] {
            try await wait("the promoted server was not found") {
                try store.status(of: promoted).isPrimary && store.status(of: ahead).isUp
            }
            try await wait("a lost change is still read") {
                let reads = try store.status(of: ahead).reads
                for _ in 0..<10 where try await store.state(of: before).record != .empty { return false }
                return try store.status(of: ahead).reads == reads
            }
            let reads = try store.status(of: ahead).reads
            try await store.append([search("m")], by: after, at: 1)
            for _ in 0..<20 {
                #expect(try await store.state(of: before).record == .empty)
                #expect(try await store.lastMarket(of: after) == "m")
            }
            #expect(try store.status(of: ahead).reads == reads && store.status(of: ahead).lagBytes == nil)
        }
    }

    @Test func `reads only from the primary if the address says so`() async throws {
        let cluster = try Cluster(replicas: 1)
        let address = DatabaseServer.address(of: Cluster.database, on: cluster.servers)
        let store = try PostgreSQLStore(address + "&target_session_attrs=primary")
        try await wait { try cluster.servers.allSatisfy { try store.status(of: $0).isUp } }
        let reads = try store.status(of: cluster.replicas[0]).reads
        for _ in 0..<10 { _ = try await store.state(of: user("u")).record }
        #expect(try store.status(of: cluster.replicas[0]).reads == reads)
        #expect(throws: StoreError.self) { try PostgreSQLStore(address + "&target_session_attrs=standby") }
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
