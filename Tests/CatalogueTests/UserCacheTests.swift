import Synchronization
import Testing

@testable import Catalogue

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
        let expected = ["readUser done", "appendEvents done", "forgetUser done", "appendEvents busy"]
        #expect(reports.withLock { $0 } == expected)
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

    @Test(arguments: [
        StoreError.busy, .defect("wrong"), .unavailable(StoreFailure(.full, "no room", mayHaveWritten: false)),
    ])
    func `keeps a record that a failed write has certainly not changed`(error: StoreError) async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.user(user)
        store.change { $0.failure = error }
        await #expect(throws: error) { try await cache.append([.opened(item)], by: user, at: 0) }
        #expect(cache.cachedUser(user) != nil)
        #expect(store.look(\.userReads) == 1)
    }

    @Test func `reads a record again that a failed write may have changed, once the store answers`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.user(user)
        let lost = StoreError.unavailable(StoreFailure(.unreachable, "gone"))
        store.change { ($0.failure, $0.acceptsReads) = (lost, false) }
        await #expect(throws: lost) { try await cache.append([.opened(item)], by: user, at: 0) }
        #expect(cache.cachedUser(user)?.record.record == .empty)
        // The write was committed after all.
        store.change { ($0.failure, $0.acceptsReads) = (nil, true) }
        _ = try await store.append(EventBatch([.opened(item)], at: 0), by: user, at: 0)
        #expect(cache.cachedUser(user) == nil)
        #expect(cache.lastKnownUser(user)?.record.record == .empty)
        #expect(try await cache.user(user).record.record.opened == [item])
        #expect(cache.cachedUser(user)?.record.record.opened == [item])
    }

    @Test func `serves outdated records while the store does not answer`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.user(user)
        store.change { ($0.userVersion, $0.acceptsReads) = ($0.userVersion + 1, false) }
        #expect(cache.cachedUser(user) != nil)
        store.change { $0.acceptsReads = true }
        #expect(cache.cachedUser(user) == nil)
    }

    @Test func `reports a repeated batch as a read, since nothing was written`() async throws {
        let reports = Mutex<[StoreOperation]>([])
        let cache = UserCache(of: MemoryStore()) { operation, _, _ in reports.withLock { $0.append(operation) } }
        let batch = EventBatch(id: "b", [ReportedEvent(.shown(item), at: 1)])
        for _ in 0..<2 { _ = try await cache.append(batch, by: user, at: 1) }
        #expect(reports.withLock { $0 } == [.appendEvents, .readUser])
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

@Suite struct `A cached user` {
    private let user = UserID("u")!
    private let item = CatalogueItem.ID(kind: "listing", id: "l")

    private func shown(_ count: Int) -> EventBatch {
        EventBatch((0..<count).map { _ in ReportedEvent(.shown(item), at: 1) })
    }

    private func count(_ user: CachedUser?) -> Int? { user?.counts.items.first?.shown }

    @Test func `keeps the record when something was shown, and has the new counts`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.append(EventBatch([.opened(item)], at: 1), by: user, at: 1)
        let record = try await cache.user(user).record
        for round in 1...3 {
            let outcome = try await cache.append(shown(2), by: user, at: 1)
            #expect(!outcome.hasChangedRecord)
            let cached = try #require(cache.cachedUser(user))
            #expect(cached.record === record && count(cached) == 2 * round)
            #expect(cached.counts == outcome.counts)
        }
        #expect(store.look(\.userReads) == 1)
        // Nothing is cached of a user who was not read.
        let other = UserID("v")!
        _ = try await cache.append(shown(1), by: other, at: 1)
        #expect(cache.cachedUser(other) == nil)
    }

    @Test func `is read again after a batch that changes the record`() async throws {
        let cache = UserCache(of: MemoryStore())
        let record = try await cache.user(user).record
        let batch = EventBatch(shown(1).events + [ReportedEvent(.action(.opened(item)), at: 2)])
        #expect(try await cache.append(batch, by: user, at: 2).hasChangedRecord)
        #expect(cache.cachedUser(user) == nil)
        let read = try await cache.user(user)
        #expect(read.record !== record && read.record.record.opened == [item] && count(read) == 1)
    }

    @Test func `keeps an equal record when it is read again, and has the counts of others`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.append(EventBatch([.opened(item)], at: 1), by: user, at: 1)
        let record = try await cache.user(user).record
        // Another process counts, and the user's version changes for another reason.
        _ = try await store.append(shown(4), by: user, at: 1)
        #expect(count(cache.cachedUser(user)) == nil && cache.cachedUser(user)?.record === record)
        store.change { $0.userVersion += 1 }
        #expect(cache.cachedUser(user) == nil)
        let read = try await cache.user(user)
        #expect(read.record === record && count(read) == 4)
        #expect(UserCache.countsLifetime == .seconds(30))
    }

    @Test func `includes the counts of others after a write here`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        _ = try await cache.user(user)
        _ = try await store.append(shown(4), by: user, at: 1)
        _ = try await cache.append(shown(1), by: user, at: 1)
        #expect(count(cache.cachedUser(user)) == 5)
    }

    @Test func `does not go back to earlier counts, nor forward by a repeated batch`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        let batch = EventBatch(id: "b", shown(2).events)
        _ = try await cache.user(user)
        _ = try await cache.append(batch, by: user, at: 1)
        #expect(try await cache.append(batch, by: user, at: 1).isRepeated)
        #expect(count(cache.cachedUser(user)) == 2)
        _ = try await cache.append(shown(1), by: user, at: 1)
        // The answer to an earlier write comes later.
        store.change { $0.users[user] = .empty }
        #expect(try await cache.append(shown(1), by: user, at: 1).counts.revision == 1)
        #expect(count(cache.cachedUser(user)) == 3)
    }

    @Test func `is not kept with counts that were read before a write`() async throws {
        let store = MemoryStore()
        let cache = UserCache(of: store)
        store.change { state in
            state.duringUserRead = { [user, item] in
                let shown = EventBatch([ReportedEvent(.shown(item), at: 1)])
                _ = try? await cache.append(shown, by: user, at: 1)
            }
        }
        #expect(count(try await cache.user(user)) == nil)
        store.change { $0.duringUserRead = nil }
        #expect(count(try await cache.user(user)) == 1)
    }
}

extension UserCache {
    /// Appends actions that happen at the time of the call.
    @discardableResult
    func append(_ actions: [UserAction], by user: UserID, at now: Instant) async throws(StoreError) -> BatchOutcome {
        try await append(EventBatch(actions, at: now), by: user, at: now)
    }
}
