import Testing

@testable import Catalogue

/// Guards when writes show in versions, and that versions persist.
@Suite struct `The versions of a store` {
    @Test(arguments: Engine.all) func `show another store's writes soon`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let other = try place.open()
        for round in 0..<3 {
            _ = try await other.upsert([item("i\(round)")])
            try await Task.sleep(for: StoreLimits.versionDelay)
            #expect(store.itemVersion == other.itemVersion)
            #expect(try await store.contents().version == store.itemVersion)
            let (items, users) = (store.itemVersion, store.userVersion(of: try user("u")))
            try await other.append([search("m\(round)")], by: user("u"), at: now)
            try await Task.sleep(for: StoreLimits.versionDelay)
            #expect(store.itemVersion == items)
            #expect(store.userVersion(of: try user("u")) != users)
        }
    }

    @Test(arguments: Engine.all) func `of a user stay while only this store writes`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        let before = store.userVersion(of: try user("u"))
        try await store.append([search("oslo"), opened("a")], by: user("u"), at: now)
        try await Task.sleep(for: StoreLimits.versionDelay)
        #expect(store.userVersion(of: try user("u")) == before)
        try await store.forget(user("u"))
        try await Task.sleep(for: StoreLimits.versionDelay)
        #expect(store.userVersion(of: try user("u")) == before)
    }

    @Test(arguments: Engine.all) func `stay while a store confirms that it accepts writes`(engine: Engine) async throws
    {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        let (items, users) = (store.itemVersion, store.userVersion(of: try user("u")))
        for _ in 0..<3 { try await store.confirmWrites() }
        try await Task.sleep(for: StoreLimits.versionDelay)
        #expect(try store.itemVersion == items && store.userVersion(of: user("u")) == users)
        #expect(store.acceptsWrites && store.acceptsReads)
        #expect(try await store.upsert([item("b")]) == [.added])
    }

    @Test(arguments: Engine.all) func `and the signing key stay when the store is opened again`(
        engine: Engine
    ) async throws {
        let place = try engine.makePlace()
        let (version, key) = try await { () async throws in
            let store = try place.open()
            _ = try await store.upsert([item("a")])
            return (store.itemVersion, try await store.signingKey())
        }()
        #expect(key.count == StoreLimits.signingKeyLength && Set(key).count > 1)
        let store = try place.open()
        #expect(store.itemVersion == version && store.acceptsWrites)
        #expect(try await store.contents().version == version)
        #expect(try await store.signingKey() == key)
        #expect(try await engine.make().store.signingKey() != key)
    }

    @Test(arguments: Engine.all) func `show a store's own writes at once, during other reads and writes`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let other = try place.open()
        let user = try user("u")
        try await withThrowingTaskGroup { group in
            group.addTask {
                for number in 0..<50 { _ = try await other.upsert([item("o\(number)")]) }
            }
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<20 {
                        let before = store.itemVersion
                        _ = try await store.upsert([item("w\(writer)-\(number)")])
                        #expect(store.itemVersion.number > before.number)
                    }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    let first = store.userVersion(of: user)
                    for _ in 0..<2_000 { #expect(store.userVersion(of: user) == first) }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: Engine.all) func `and the signing key are the same for stores that are opened together`(
        engine: Engine
    ) async throws {
        let place = try engine.makePlace()
        let keys = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await place.open().signingKey() } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }
}
