import DatabaseServer
import Foundation
import PostgreSQLStore
import Synchronization
import Testing

@testable import Catalogue

/// Guards the store against hanging, slow, full and refusing servers.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A store whose servers fail` {
    /// Searches of different users, and their outcomes.
    private struct Tally {
        var recorded: Set<Int> = []
        var refused: [Int: StoreError] = [:]
    }

    private func limits(timeout: Duration) -> PostgreSQLStore.Limits {
        var limits = PostgreSQLStore.Limits()
        limits.timeout = timeout
        return limits
    }

    /// A store over the primary alone, once it has found it.
    private func open(_ cluster: Cluster, timeout: Duration) async throws -> PostgreSQLStore {
        let address = DatabaseServer.address(of: Cluster.database, on: [cluster.primary])
        let store = try PostgreSQLStore(address, limits: limits(timeout: timeout))
        await store.listen()
        return store
    }

    /// Records searches of these users concurrently.
    /// - Parameter refuse: is called for each refused search.
    private func search(
        _ numbers: Range<Int>,
        in store: PostgreSQLStore,
        refuse: @escaping @Sendable () -> Void = {}
    ) async throws -> Tally {
        await withTaskGroup(of: (Int, StoreError?).self) { group in
            for number in numbers {
                group.addTask {
                    do throws(StoreError) {
                        try await store.append([Self.search(number)], by: Self.searcher(number), at: 1)
                        return (number, nil)
                    } catch {
                        refuse()
                        return (number, error)
                    }
                }
            }
            return await group.reduce(into: Tally()) { tally, outcome in
                if let error = outcome.1 { tally.refused[outcome.0] = error } else { tally.recorded.insert(outcome.0) }
            }
        }
    }

    private static func searcher(_ number: Int) -> UserID { UserID("searcher\(number)")! }

    private static func search(_ number: Int) -> UserAction {
        .searched(UserSearch(filter: ItemFilter(price: .init(min: Int64(number)))))
    }

    /// Checks that each acknowledged search has exactly one event.
    private func check(_ recorded: Set<Int>, on server: DatabaseServer) throws {
        let query = "SELECT substr(user_id, 9), count(*) FROM event WHERE type = 0 GROUP BY 1"
        let rows = try server.query(query, in: Cluster.database)
        var found: [Int: Int] = [:]
        for row in rows.split(separator: "\n") {
            let columns = row.split(separator: "|").compactMap { Int($0) }
            found[columns[0]] = columns[1]
        }
        #expect(recorded.filter { found[$0] == nil } == [])
        #expect(found.filter { $0.value != 1 } == [:])
    }

    @Test func `reads from a replica while the primary hangs, and writes when it is back`() async throws {
        let cluster = try Cluster(replicas: 1)
        let proxy = try Proxy(of: cluster.primary)
        let replica = cluster.replicas[0].folder
        let store = try PostgreSQLStore(
            "postgresql:///hearth?host=127.0.0.1,\(replica)&port=\(proxy.port),5432&user=postgres",
            limits: limits(timeout: .seconds(2))
        )
        var recorded = try await search(0..<50, in: store).recorded
        #expect(recorded.count == 50)

        proxy.freeze()
        let during = try await search(50..<100, in: store)
        #expect(during.recorded == [] && during.refused.count == 50)
        for number in 0..<50 {
            let record = try await store.state(of: Self.searcher(number)).record
            #expect(record.lastSearch?.filter.price.min == Int64(number))
        }
        try await wait("the store still accepts writes") { !store.acceptsWrites }
        #expect(
            try await search(100..<110, in: store).refused.values.allSatisfy {
                if case .unavailable = $0 { true } else { false }
            }
        )

        proxy.thaw()
        try await wait("the store accepts no writes") { store.acceptsWrites }
        let after = try await search(200..<250, in: store)
        recorded.formUnion(after.recorded)
        #expect(after.recorded.count == 50, "\(after.refused.values)")
        try check(recorded, on: cluster.primary)
    }

    @Test func `refuses writes at once when too many are waiting, and completes the others`() async throws {
        let cluster = try Cluster(replicas: 0)
        let store = try await open(cluster, timeout: .seconds(60))
        try cluster.primary.holdWriters(of: Cluster.database)
        let refusals = Mutex(0)
        let searching = Task { try await search(0..<2_000, in: store) { refusals.withLock { $0 += 1 } } }
        try await wait("no write is refused") { refusals.withLock { $0 } > 500 }
        try cluster.primary.releaseLocks()
        let tally = try await searching.value
        #expect(!tally.recorded.isEmpty && tally.recorded.count + tally.refused.count == 2_000)
        #expect(tally.refused.values.allSatisfy { $0 == .busy })
        try check(tally.recorded, on: cluster.primary)
        // No refused search is stored.
        let count = try cluster.primary.query("SELECT count(*) FROM event", in: Cluster.database)
        #expect(count == "\(tally.recorded.count)\n")
    }

    @Test func `cancels a slow statement, and keeps reading`() async throws {
        let cluster = try Cluster(replicas: 0)
        let store = try await open(cluster, timeout: .seconds(2))
        try cluster.primary.holdWriters(of: Cluster.database)
        let writing = Task { try await search(0..<10, in: store) }
        for _ in 0..<20 { #expect(try await store.state(of: Self.searcher(1)).record == .empty) }
        let refused = try await writing.value
        #expect(refused.recorded == [])
        #expect(
            refused.refused.values.allSatisfy { if case .unavailable = $0 { true } else { false } },
            "\(refused.refused)"
        )
        try cluster.primary.releaseLocks()
        var number = 10
        try await wait("no search is accepted") {
            number += 1
            return try await search(number..<number + 1, in: store).recorded == [number]
        }
        try check([number], on: cluster.primary)
    }

    @Test func `refuses only the write that exceeds the disk`() async throws {
        let cluster = try Cluster(replicas: 0)
        let store = try cluster.open([cluster.primary])
        _ = try await store.upsert([item("a")])
        try cluster.primary.fillDisk(of: Cluster.database)
        let opening = Task {
            for number in 0..<20 {
                try await store.append([.opened(item("a").id)], by: Self.searcher(number), at: 1)
            }
        }
        let full = try await search(0..<20, in: store)
        try await opening.value
        #expect(full.recorded == [])
        for error in full.refused.values {
            #expect(
                error == .unavailable(StoreFailure(.full, "No space left on device (53100)", mayHaveWritten: false))
            )
        }
        #expect(try await store.state(of: Self.searcher(3)).record.opened == [item("a").id])
        try cluster.primary.clearDisk(of: Cluster.database)
        let after = try await search(0..<20, in: store)
        #expect(after.recorded.count == 20)
        try check(after.recorded, on: cluster.primary)
    }
}
