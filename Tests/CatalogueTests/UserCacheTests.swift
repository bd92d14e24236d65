import Testing

@testable import Catalogue

@Suite struct `A user cache` {
    private let user = UserID("u")!
    private let item = CatalogueItem.ID(kind: "listing", id: "l")

    @Test func `reads a record once, and again after each write here or elsewhere`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        #expect(cache.cachedHistory(of: user) == nil)
        #expect(try await cache.history(of: user) == .unknown)
        #expect(cache.cachedHistory(of: user) == .unknown)
        #expect(try await cache.history(of: user) == .unknown)
        #expect(store.look(\.historyReads) == 1)

        try await cache.append([.opened(item)], by: user, at: 0)
        #expect(cache.cachedHistory(of: user) == nil)
        #expect(try await cache.history(of: user).opened == [item])

        // Another process writes.
        try await store.append([.searched(UserSearch(filter: ItemFilter(market: "toledo")))], by: user, at: 0)
        store.change { $0.userVersion += 1 }
        #expect(cache.cachedHistory(of: user) == nil)
        #expect(try await cache.history(of: user).lastSearch?.filter.market == "toledo")

        try await cache.forget(user)
        #expect(try await cache.history(of: user) == .unknown)
    }

    @Test func `does not keep a record that was read before a write committed`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        store.change { state in
            // The write happens while the read is under way.
            state.duringHistoryRead = { [user, item] in try? await cache.append([.opened(item)], by: user, at: 0) }
        }
        #expect(try await cache.history(of: user) == .unknown)
        store.change { $0.duringHistoryRead = nil }
        #expect(try await cache.history(of: user).opened == [item])
    }

    @Test func `forgets a user although the write has failed`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.history(of: user)
        store.change { $0.failure = .busy }
        await #expect(throws: StoreError.busy) { try await cache.append([.opened(item)], by: user, at: 0) }
        #expect(cache.cachedHistory(of: user) == nil)
    }

    @Test func `holds no more than its capacity, and long records count for more`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store, capacity: UserCache.minimumCapacity)
        for number in 0..<1_000 { _ = try await cache.history(of: UserID("u\(number)")!) }
        #expect(cache.statistics.count <= UserCache.minimumCapacity)
        #expect(cache.statistics.count > UserCache.minimumCapacity / 4)
        #expect(cache.statistics.misses == 1_000)

        let opened = (0..<1_000).map { UserAction.opened(.init(kind: "listing", id: "l\($0)")) }
        try await cache.append(opened, by: user, at: 0)
        _ = try await cache.history(of: user)
        #expect(cache.cachedHistory(of: user) == nil, "a record of many kibibytes does not fit into this cache")
    }
}
