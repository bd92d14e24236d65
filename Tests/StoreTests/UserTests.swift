import Catalogue
import Testing

/// Guards appended actions and the deletion of users.
@Suite struct `The records of a store's users` {
    @Test(arguments: Engine.all) func `are empty at first, and read back with every field`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        #expect(try await store.state(of: user("u")).record == .empty)
        _ = try await store.upsert([item("a"), item("a", kind: "product")])
        let search = try fullSearch()
        try await store.append([.searched(search), opened("a", kind: "product"), opened("a")], by: user("u"), at: now)
        let expected = UserRecord(lastSearch: search, opened: [id("a"), id("a", kind: "product")], at: now)
        #expect(try await store.state(of: user("u")).record == expected)
        #expect(try await place.open().state(of: user("u")).record == expected)
        #expect(try await store.state(of: user("v")).record == .empty)
    }

    @Test(arguments: Engine.all) func `hold the latest opened items, newest first`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b"), item("c")])
        try await store.append([opened("a"), opened("b"), opened("c")], by: user("u"), at: now)
        try await store.append([opened("b"), search("toledo"), opened("a")], by: user("u"), at: now)
        #expect(try await store.state(of: user("u")).record.opened.map(\.id) == ["a", "b", "c"])
        #expect(try await store.contents().items.values.allSatisfy { $0.openedBy == 1 })
    }

    @Test(arguments: Engine.all) func `hold no more items than the limit, and count accordingly`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        let names = (0...UserRecord.openedLimit).map { "i\($0)" }
        _ = try await store.upsert(names.map { item($0) })
        try await store.append(names.map { opened($0) }, by: user("u"), at: now)
        let record = try await store.state(of: user("u")).record.opened.map(\.id)
        #expect(record == names.reversed().dropLast())
        let items = try await store.contents().items
        #expect(items[id("i0")]?.openedBy == 0)
        #expect(items.values.reduce(0) { $0 + $1.openedBy } == UInt32(UserRecord.openedLimit))
    }

    @Test(arguments: Engine.all) func `do not change by events of unknown items`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b"), item("x", kind: "product")])
        try await store.append([opened("a")], by: user("u"), at: now)
        let before = try await store.contents()
        let outcome = try await store.append([opened("x"), opened("y")], by: user("u"), at: now)
        #expect(outcome.unknownItems == [0, 1] && !outcome.hasChangedRecord)
        #expect(try await store.append([opened("y")], by: user("v"), at: now).unknownItems == [0])
        #expect(try await store.state(of: user("u")).record == UserRecord(opened: [id("a")], at: now))
        #expect(try await store.state(of: user("v")).record == .empty)
        #expect(try await store.events(after: 0, limit: 9).count == 1)
        let after = try await store.contents()
        #expect(after.items == before.items && after.version == before.version)
    }

    @Test(arguments: Engine.all) func `do not change when an item is removed`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        try await store.append([opened("a"), opened("b")], by: user("u"), at: now)
        _ = try await store.remove([id("a")])
        #expect(try await store.state(of: user("u")).record.opened == [id("b"), id("a")])
        #expect(try await store.events(after: 0, limit: 9).count == 2)
        #expect(try await store.append([opened("a")], by: user("u"), at: now).unknownItems == [0])
    }

    @Test(arguments: Engine.all) func `are sampled in an order that hardly changes`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        #expect(try await store.sampledUsers(limit: 3) == [])
        _ = try await store.upsert([item("a")])
        let users = try (1...20).map { try user("u\($0)") }
        for user in users { try await store.append([opened("a")], by: user, at: now) }
        let all = try await store.sampledUsers(limit: 100)
        #expect(Set(all) == Set(users) && all.count == 20 && all != users)
        #expect(try await store.sampledUsers(limit: 5) == Array(all.prefix(5)))
        #expect(try await place.open().sampledUsers(limit: 5) == Array(all.prefix(5)))
        try await store.forget(all[1])
        #expect(try await store.sampledUsers(limit: 4) == [all[0], all[2], all[3], all[4]])
        let new = try user("new")
        try await store.append([opened("a")], by: new, at: now)
        let later = try await store.sampledUsers(limit: 100)
        #expect(later.count == 20 && later.filter { $0 != new } == all.filter { $0 != all[1] })
    }

    @Test(arguments: Engine.all) func `are forgotten with the user's events`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        try await store.append([opened("a"), search("toledo")], by: user("u"), at: now)
        try await store.append([opened("a"), opened("b")], by: user("v"), at: now)
        try await store.forget(user("u"))
        try await store.forget(user("w"))
        #expect(try await store.state(of: user("u")).record == .empty)
        #expect(try await store.events(after: 0, limit: 9).map(\.user.rawValue) == ["v", "v", ""])
        #expect(try await store.openedBy(id("a")) == 1)
        #expect(try await store.openedBy(id("b")) == 1)
        try await store.append([opened("a")], by: user("u"), at: now)
        #expect(try await store.state(of: user("u")).record == UserRecord(opened: [id("a")], at: now))
        #expect(try await store.openedBy(id("a")) == 2)
    }
}
