import Catalogue
import RememberedUsers
import Revisions
import Testing

func user(_ id: String) throws -> UserID { try #require(UserID(id)) }

func hit(_ key: Int64) -> ListingHit {
    ListingHit(
        key: ItemKey(rawValue: key),
        id: "\(key)",
        revision: Revision(rawValue: UInt64(key)),
        type: .house,
        price: 1,
        bedrooms: nil,
        bathrooms: nil,
        area: nil,
        place: nil,
        market: "toledo",
        listedAt: 1,
        expiresAt: nil
    )
}

func record(market: String? = nil, opened: [Int64] = []) -> UserRecord {
    UserRecord(lastSearch: market.map { SearchCriteria(market: $0) }, recentlyOpened: opened.map(hit))
}

@Suite struct `A remembered user` {
    let slow = SlowStore()
    let memory = UserMemory()
    let store: RememberedUsers

    init() {
        store = RememberedUsers(of: slow, in: memory)
    }

    @Test func `is read once, and known from then on`() async throws {
        let someone = try user("u")
        slow.set(record(market: "a", opened: [1]), of: someone)
        #expect(store.rememberedRecord(of: someone) == nil)
        for _ in 0..<5 {
            #expect(try await store.record(of: someone) == record(market: "a", opened: [1]))
            #expect(store.rememberedRecord(of: someone) == record(market: "a", opened: [1]))
        }
        #expect(slow.reads == 1)
        #expect(memory.misses == 1)
        #expect(memory.hits == 9)
        #expect(try await store.record(of: user("v")) == .unknown)
        #expect(store.rememberedRecord(of: try user("v")) == .unknown)
        #expect(memory.count == 2)
    }

    @Test func `is read again after each of its writes, and nobody else is`() async throws {
        let (someone, other) = (try user("u"), try user("v"))
        for who in [someone, other] { _ = try await store.record(of: who) }
        try await store.record(SearchCriteria(market: "a"), by: someone)
        #expect(try await store.record(of: someone) == record(market: "a"))
        try await store.recordOpened([ItemID(kind: .listing, id: "1")], by: someone)
        #expect(try await store.record(of: someone) == record(opened: [1]))
        try await store.forget(someone)
        #expect(try await store.record(of: someone) == .unknown)
        #expect(slow.reads == 5)
        #expect(store.rememberedRecord(of: other) == .unknown)

        slow.fail(.unavailable(StoreFailure(.ioError, "the disk is gone")))
        await #expect(throws: StoreError.unavailable(StoreFailure(.ioError, "the disk is gone"))) {
            try await store.record(SearchCriteria(market: "b"), by: someone)
        }
        slow.fail(nil)
        #expect(try await store.record(of: someone) == record(market: "b"))
    }

    @Test func `is read again once someone else has written of users`() async throws {
        let someone = try user("u")
        _ = try await store.record(of: someone)
        slow.set(record(market: "a"), of: someone)
        #expect(try await store.record(of: someone) == .unknown)
        slow.change(\.users)
        #expect(store.rememberedRecord(of: someone) == nil)
        #expect(try await store.record(of: someone) == record(market: "a"))
        slow.change(\.openings)
        #expect(store.rememberedRecord(of: someone) == record(market: "a"))
    }

    @Test func `is read again once the catalogue has changed, where listings are known of it`() async throws {
        let (someone, other) = (try user("u"), try user("v"))
        slow.set(record(market: "a", opened: [1, 2]), of: someone)
        slow.set(record(market: "b"), of: other)
        for who in [someone, other] { _ = try await store.record(of: who) }
        slow.set(record(market: "a", opened: [1]), of: someone)
        slow.change(\.catalogue)
        #expect(try await store.record(of: someone) == record(market: "a", opened: [1]))
        #expect(try await store.record(of: other) == record(market: "b"))
        #expect(slow.reads == 3)
    }

    @Test func `is not what was read while its write committed`() async throws {
        let someone = try user("u")
        slow.set(record(market: "old"), of: someone)
        slow.hold()
        async let read = store.record(of: someone)
        await slow.untilOneWaits()
        try await store.record(SearchCriteria(market: "new"), by: someone)
        slow.letGo()
        #expect(try await read == record(market: "old"))
        #expect(store.rememberedRecord(of: someone) == nil)
        #expect(try await store.record(of: someone) == record(market: "new"))
    }

    @Test func `stays the newer one where an older read ends last`() async throws {
        let someone = try user("u")
        slow.set(record(market: "old"), of: someone)
        slow.hold()
        async let read = store.record(of: someone)
        await slow.untilOneWaits()
        try await store.record(SearchCriteria(market: "new"), by: someone)
        async let later = store.record(of: someone)
        while slow.reads < 2 { await Task.yield() }
        slow.letGo()
        #expect(try await [read, later] == [record(market: "old"), record(market: "new")])
        #expect(try await store.record(of: someone) == record(market: "new"))
    }

    @Test func `is not what was read before the catalogue changed`() async throws {
        let someone = try user("u")
        slow.set(record(opened: [1]), of: someone)
        slow.hold()
        async let read = store.record(of: someone)
        await slow.untilOneWaits()
        slow.set(record(opened: [2]), of: someone)
        slow.change(\.catalogue)
        slow.letGo()
        #expect(try await read == record(opened: [1]))
        #expect(try await store.record(of: someone) == record(opened: [2]))
    }

    @Test func `tells which listings were opened, where it knows them all`() async throws {
        let (someone, other) = (try user("u"), try user("v"))
        slow.set(record(opened: [1, 3]), of: someone)
        slow.set(UserRecord(lastSearch: nil, recentlyOpened: [hit(1)], opened: nil), of: other)
        let keys = [1, 2, 3].map { ItemKey(rawValue: $0) }
        // The store below says of all that they were opened.
        #expect(try await store.opened(by: someone, among: keys) == Set(keys))
        for who in [someone, other] { _ = try await store.record(of: who) }
        #expect(try await store.opened(by: someone, among: keys) == [keys[0], keys[2]])
        #expect(try await store.opened(by: other, among: keys) == Set(keys))
        #expect(slow.reads == 4)
    }

    @Test func `that could not be read is not remembered`() async throws {
        let someone = try user("u")
        slow.fail(.busy)
        await #expect(throws: StoreError.busy) { try await store.record(of: someone) }
        #expect(store.rememberedRecord(of: someone) == nil)
        slow.fail(nil)
        #expect(try await store.record(of: someone) == .unknown)
    }

    @Test(arguments: [UserMemory.minimumCapacity, 1_000]) func `finds no more others than there is room for`(
        capacity: Int
    ) async throws {
        let memory = UserMemory(capacity: capacity)
        let store = RememberedUsers(of: slow, in: memory)
        for number in 0..<2_000 {
            let someone = try user("u\(number)")
            slow.set(record(market: "m\(number)"), of: someone)
            #expect(try await store.record(of: someone) == record(market: "m\(number)"))
        }
        #expect(memory.count <= capacity)
        #expect(memory.count >= capacity / 4)
    }

    @Test func `counts for several where much was opened`() async throws {
        let memory = UserMemory(capacity: 64 * 100)
        let store = RememberedUsers(of: slow, in: memory)
        // Twenty hits and a thousand keys take more than ten kibibytes.
        let much = record(opened: Array(0..<1_000))
        let heavy = UserRecord(
            lastSearch: nil,
            recentlyOpened: Array(much.recentlyOpened.prefix(20)),
            opened: much.opened
        )
        for number in 0..<1_000 {
            slow.set(heavy, of: try user("u\(number)"))
            _ = try await store.record(of: user("u\(number)"))
        }
        #expect((64...(64 * 10)).contains(memory.count))
    }

    @Test func `is the latest to everyone, however many read and write at the same time`() async throws {
        let store = self.store
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                let someone = try user("u\(number % 4)")
                group.addTask {
                    for round in 0..<300 {
                        if number < 4 {
                            try await store.record(SearchCriteria(market: "\(round)"), by: someone)
                            #expect(try await store.record(of: someone).lastSearch?.market == "\(round)")
                        } else {
                            _ = try await store.record(of: someone)
                            await Task.yield()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<4 { #expect(try await store.record(of: user("u\(number)")).lastSearch?.market == "299") }
    }
}
