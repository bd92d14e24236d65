import Catalogue
import Testing

/// Guards the feed of changes that snapshots follow.
@Suite struct `The changes of a store's items` {
    @Test(arguments: Engine.all) func `are those since a version`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let empty = try await store.contents().version
        _ = try await store.upsert([item("a"), item("b"), item("c")])
        let full = try await store.contents()
        #expect(full.version.history == empty.history && full.version.number > empty.number)
        _ = try await store.upsert([item("a"), item("b", title: "Other"), item("d")])
        _ = try await store.remove([id("c"), id("x")])
        for reader in [store, try place.open()] {
            let changes = try #require(try await reader.changes(since: full.version))
            #expect(changes.changed.mapValues(\.item) == [id("b"): item("b", title: "Other"), id("d"): item("d")])
            #expect(changes.removed == [id("c")])
            let all = try await reader.contents()
            #expect(changes.version == all.version)
            let sinceEmpty = try #require(try await reader.changes(since: empty))
            #expect(sinceEmpty.changed == all.items && sinceEmpty.removed == [id("c")])
            let none = try #require(try await reader.changes(since: all.version))
            #expect(none.changed.isEmpty && none.removed.isEmpty && none.version == all.version)
        }
    }

    @Test(arguments: Engine.all) func `get one version per transaction, and none for no change`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        func version() async throws -> Int64 {
            let version = try await store.contents().version
            #expect(store.itemVersion == version)
            return version.number
        }
        let first = try await version()
        _ = try await store.upsert([item("a"), item("b")])
        #expect(try await version() == first + 1)
        _ = try await store.upsert([item("b"), item("a")])
        #expect(try await store.remove([id("x")]) == 0)
        try await store.append([search("toledo")], by: user("u"), at: now)
        #expect(try await version() == first + 1)
        try await store.append([opened("a"), opened("b")], by: user("u"), at: now)
        #expect(try await version() == first + 2)
        // The items in the record are opened again, which changes nothing about them.
        try await store.append([opened("a")], by: user("u"), at: now)
        #expect(try await version() == first + 2)
        _ = try await store.remove([id("a"), id("b")])
        #expect(try await version() == first + 3)
        // Both items of the record have been removed.
        try await store.forget(user("u"))
        #expect(try await version() == first + 3)
    }

    @Test(arguments: Engine.all) func `include the number of users who opened an item`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        func change(_ write: () async throws -> Void) async throws -> [String: UInt32] {
            let before = try await store.contents().version
            try await write()
            let changed = try #require(try await store.changes(since: before)).changed
            return Dictionary(uniqueKeysWithValues: changed.map { ($0.id, $1.openedBy) })
        }
        #expect(try await change { try await store.append([opened("a")], by: user("u"), at: now) } == ["a": 1])
        #expect(
            try await change { try await store.append([opened("b"), opened("a")], by: user("v"), at: now) }
                == ["a": 2, "b": 1]
        )
        #expect(try await change { _ = try await store.upsert([item("a", title: "Other")]) } == ["a": 2])
        #expect(try await change { try await store.forget(user("v")) } == ["a": 1, "b": 0])
    }

    @Test(arguments: Engine.all) func `contain no removal of an item that was added again`(engine: Engine) async throws
    {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        try await store.append([opened("a")], by: user("u"), at: now)
        let before = try await store.contents()
        _ = try await store.remove([id("a")])
        _ = try await store.upsert([item("a")])
        let changes = try #require(try await store.changes(since: before.version))
        #expect(changes.removed.isEmpty)
        #expect(Array(changes.changed.keys) == [id("a")])
        #expect(changes.changed[id("a")]?.openedBy == 0)
        // The record still has the item, and its user no longer counts.
        #expect(try await store.state(of: user("u")).record.opened == [id("a")])
        try await store.append([opened("a")], by: user("u"), at: now)
        try await store.forget(user("u"))
        #expect(try await store.openedBy(id("a")) == 0)
    }

    @Test(arguments: Engine.all) func `are forgotten after a week, and not before`(
        engine: Engine
    ) async throws {
        let clock = ManualClock()
        let (store, _) = try engine.make { clock.now }
        _ = try await store.upsert([item("a"), item("b"), item("c")])
        let first = try await store.contents().version
        _ = try await store.remove([id("a")])
        let second = try await store.contents().version
        clock.now += StoreLimits.tombstoneLifetime
        _ = try await store.remove([id("b")])
        #expect(try await store.changes(since: first)?.removed == [id("a"), id("b")])
        clock.now += 1
        _ = try await store.upsert([item("b2")])
        #expect(try await store.changes(since: first) == nil)
        #expect(try await store.changes(since: second)?.removed == [id("b")])
        clock.now += StoreLimits.tombstoneLifetime
        // Nothing changes, and no removal is forgotten.
        _ = try await store.upsert([item("b2")])
        #expect(try await store.changes(since: second)?.removed == [id("b")])
        _ = try await store.upsert([item("b3")])
        #expect(try await store.changes(since: second) == nil)
        let latest = try await store.contents().version
        #expect(try await store.changes(since: latest)?.removed == [])
    }

    @Test(arguments: Engine.all) func `are unknown since a version of another history or a future version`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        let (other, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        let version = try await store.contents().version
        #expect(try await other.contents().version.history != version.history)
        #expect(try await other.changes(since: version) == nil)
        let foreign = ItemVersion(history: version.history &+ 1, number: version.number)
        #expect(try await store.changes(since: foreign) == nil)
        let future = ItemVersion(history: version.history, number: version.number + 1)
        #expect(try await store.changes(since: future) == nil)
    }

    @Test(arguments: Engine.all) func `update a reader while two stores write`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let writers = [store, try place.open()]
        let reader = try place.open()
        var (mirror, version) = try await reader.contents()
        func catchUp() async throws {
            let changes = try #require(try await reader.changes(since: version))
            mirror.merge(changes.changed) { $1 }
            for id in changes.removed { mirror[id] = nil }
            version = changes.version
        }
        async let writing: Void = withThrowingTaskGroup { group in
            for (number, writer) in writers.enumerated() {
                group.addTask {
                    for round in 0..<40 {
                        let names = (0..<5).map { "\(number)-\((round * 3 + $0) % 20)" }
                        _ = try await writer.upsert(names.map { item($0, title: "\(round)") })
                        if round % 3 == 0 { _ = try await writer.remove([id(names[0])]) }
                    }
                }
            }
            try await group.waitForAll()
        }
        for _ in 0..<100 {
            try await catchUp()
            try await Task.sleep(for: .milliseconds(1))
        }
        try await writing
        try await catchUp()
        let contents = try await reader.contents()
        #expect(contents.items == mirror && contents.version == version)
    }
}
