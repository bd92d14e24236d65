import Synchronization
import Testing

@testable import Catalogue

/// Consistency with the store, capacity and reports.
@Suite struct `A user cache` {
    private let user = UserID("u")!
    private let item = CatalogueItem.ID(kind: "listing", id: "l")

    @Test func `reads a record once, and again after each write here or elsewhere`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        #expect(cache.cachedUser(user) == nil)
        #expect(try await cache.user(user).record.record == .empty)
        #expect(cache.cachedUser(user)?.record.record == .empty)
        #expect(try await cache.user(user).record.record == .empty)
        #expect(store.look(\.userReads) == 1)

        try await cache.append([.opened(item)], by: user, at: 0)
        #expect(cache.cachedUser(user) == nil)
        #expect(try await cache.user(user).record.record.opened == [item])

        // Another process writes.
        let search = UserAction.searched(UserSearch(filter: ItemFilter(market: "toledo")))
        _ = try await store.append(EventBatch([search], at: 0), by: user, at: 0)
        store.change { $0.userVersion += 1 }
        #expect(cache.cachedUser(user) == nil)
        #expect(try await cache.user(user).record.record.lastSearch?.filter.market == "toledo")

        try await cache.forget(user)
        #expect(try await cache.user(user).record.record == .empty)
    }

    @Test func `reports each operation of the store, and no cache hit`() async throws {
        let store = MemoryStore()
        let reports = Mutex<[String]>([])
        let cache = UserCache(of: store) { operation, _, error in
            reports.withLock { $0.append("\(operation) \(error.map { "\($0)" } ?? "done")") }
        }
        for _ in 1...3 { _ = try await cache.user(user) }
        try await cache.append([.opened(item)], by: user, at: 0)
        try await cache.forget(user)
        store.change { $0.failure = .busy }
        await #expect(throws: StoreError.busy) { try await cache.append([.opened(item)], by: user, at: 0) }
        #expect(reports.withLock { $0 } == ["read done", "append done", "forget done", "append busy"])
    }

    @Test func `does not keep a record that was read before a write committed`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        store.change { state in
            // The write happens while the read is under way.
            state.duringUserRead = { [user, item] in _ = try? await cache.append([.opened(item)], by: user, at: 0) }
        }
        #expect(try await cache.user(user).record.record == .empty)
        store.change { $0.duringUserRead = nil }
        #expect(try await cache.user(user).record.record.opened == [item])
    }

    @Test func `drops a record even if the write failed`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.user(user)
        store.change { $0.failure = .busy }
        await #expect(throws: StoreError.busy) { try await cache.append([.opened(item)], by: user, at: 0) }
        #expect(cache.cachedUser(user) == nil)
    }

    @Test func `respects its capacity, of which long records take more`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store, capacity: UserCache.minimumCapacity)
        for number in 0..<1_000 { _ = try await cache.user(UserID("u\(number)")!) }
        #expect(cache.statistics.count <= UserCache.minimumCapacity)
        #expect(cache.statistics.count > UserCache.minimumCapacity / 4)
        #expect(cache.statistics.misses == 1_000)

        let opened = (0..<1_000).map { UserAction.opened(.init(kind: "listing", id: "l\($0)")) }
        try await cache.append(opened, by: user, at: 0)
        _ = try await cache.user(user)
        #expect(cache.cachedUser(user) == nil, "a record of many kibibytes does not fit into this cache")
    }
}

extension UserCache {
    /// Appends actions that happen at the time of the call.
    @discardableResult
    func append(_ actions: [UserAction], by user: UserID, at now: Int64) async throws(StoreError) -> BatchOutcome {
        try await append(EventBatch(actions, at: now), by: user, at: now)
    }
}
